"""Templari: emblems of the six families, and the things on the table.

Line, fill and light of a symbol are the CSS variables `--l`, `--f` and `--p`, so that an emblem can stand dark on a card,
light on its family's colour, or on a panel in either theme. The main fill is by default the family's colour (`color`).
"""

from __future__ import annotations

FAMILY_COLOURS = ("#b24a2a", "#3f4a8a", "#8f6a0c", "#a53a68", "#4d565e", "#55702a")

SYMBOLS = """\
<symbol id="fam-shields" viewBox="0 0 64 64">
  <clipPath id="clip-shield"><path d="M10 9.5Q32 14.5 54 9.5V29C54 44 45 53.5 32 59.5C19 53.5 10 44 10 29Z"/></clipPath><path d="M10 9.5Q32 14.5 54 9.5V29C54 44 45 53.5 32 59.5C19 53.5 10 44 10 29Z" fill="var(--p,#fffaf0)"/>
  <g clip-path="url(#clip-shield)" fill="var(--f,currentColor)"><path d="M8 6h24v25H8zM32 31h24v30H32z"/></g>
  <path d="M32 12V59M10 31H54" fill="none" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M10 9.5Q32 14.5 54 9.5V29C54 44 45 53.5 32 59.5C19 53.5 10 44 10 29Z" fill="none" stroke="var(--l,#2b2118)" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/>
</symbol>
<symbol id="fam-swords" viewBox="0 0 64 64">
  <g transform="rotate(-41 32 33)"><path d="M32 2.5L35.8 9V41H28.2V9Z" fill="var(--p,#fffaf0)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M32 9V38" fill="none" stroke="var(--l,#2b2118)" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M22 41.5Q32 38.5 42 41.5V45.5Q32 43.5 22 45.5Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M30 45h4v9h-4z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <circle cx="32" cy="57" r="3.7" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></g>
  <g transform="rotate(41 32 33)"><path d="M32 2.5L35.8 9V41H28.2V9Z" fill="var(--p,#fffaf0)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M32 9V38" fill="none" stroke="var(--l,#2b2118)" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M22 41.5Q32 38.5 42 41.5V45.5Q32 43.5 22 45.5Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M30 45h4v9h-4z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
  <circle cx="32" cy="57" r="3.7" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></g>
</symbol>
<symbol id="fam-helmets" viewBox="0 0 64 64">
  <path d="M14.5 17C19 7.5 45 7.5 49.5 17L53 33L48.5 54.5Q32 62.5 15.5 54.5L11 33Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M29 10.3H35V24.5H51.4L53 33L52.3 36.5H35V58.8H29V36.5H11.7L11 33L12.6 24.5H29Z" fill="var(--p,#fffaf0)" stroke="var(--l,#2b2118)" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M15 28.8H28.2V32.6H15ZM35.8 28.8H49V32.6H35.8Z" fill="var(--l,#2b2118)"/>
  <g fill="var(--l,#2b2118)"><circle cx="40.5" cy="42" r="1.5"/>
  <circle cx="45.5" cy="42" r="1.5"/>
  <circle cx="40.5" cy="47.5" r="1.5"/>
  <circle cx="45.5" cy="47.5" r="1.5"/>
  <circle cx="23.5" cy="42" r="1.5"/>
  <circle cx="18.5" cy="42" r="1.5"/>
  <circle cx="23.5" cy="47.5" r="1.5"/>
  <circle cx="18.5" cy="47.5" r="1.5"/></g>
</symbol>
<symbol id="fam-banners" viewBox="0 0 64 64">
  <path d="M13 8V61" fill="none" stroke="var(--l,#2b2118)" stroke-width="4.4" stroke-linecap="round"/>
  <path d="M13 1.5L16.2 6L13 10.5L9.8 6Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M14 12C26 7.5 34 16.5 59 10.5L50 25.5L59 40.5C36 46.5 26 37.5 14 42Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M26.5 11.4L32.5 12.4V23.6L50.8 23.8L50 25.5L51 28.4L32.5 29V40.7L26.5 39.9V28.6L14 28.5V22.8L26.5 23.2Z" fill="var(--p,#fffaf0)"/>
</symbol>
<symbol id="fam-mail" viewBox="0 0 64 64">
  <path d="M22 6.5Q32 15 42 6.5L60 19L53.5 34L46.5 30.5V54q-2.4 5-4.8 0q-2.4 5-4.8 0q-2.4 5-4.9 0q-2.4 5-4.9 0q-2.4 5-4.8 0q-2.4 5-4.8 0V30.5L10.5 34L4 19Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M18.5 24q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0 M22 30q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0 M18.5 36q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0 M22 42q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0 M18.5 48q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0q3.4 5.4 6.8 0" fill="none" stroke="var(--p,#fffaf0)" stroke-width="1.7" stroke-linecap="round"/>
  <path d="M9.5 20q2.6 4.6 5.6 1.2M49 21.2q3 3.4 5.5-1.2M12 27.5q2 3 4.4.6M47.6 28q2.4 2.4 4.4-.5" fill="none" stroke="var(--p,#fffaf0)" stroke-width="1.7" stroke-linecap="round"/>
  <path d="M22 6.5Q32 15 42 6.5L43.8 12.5Q32 22.5 20.2 12.5Z" fill="var(--p,#fffaf0)" stroke="var(--l,#2b2118)" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>
</symbol>
<symbol id="fam-gauntlets" viewBox="0 0 64 64">
  <rect x="19" y="8.5" width="7" height="22" rx="3.4" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M19.8 16.5h5.4M19.8 22h5.4" stroke="var(--l,#2b2118)" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"/>
  <rect x="26" y="4" width="7" height="26" rx="3.4" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M26.8 12h5.4M26.8 17.5h5.4" stroke="var(--l,#2b2118)" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"/>
  <rect x="33" y="5" width="7" height="25" rx="3.4" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M33.8 13h5.4M33.8 18.5h5.4" stroke="var(--l,#2b2118)" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"/>
  <rect x="40" y="10" width="7" height="21" rx="3.4" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M40.8 18h5.4M40.8 23.5h5.4" stroke="var(--l,#2b2118)" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M20 37L12.5 31.5Q7 26.5 10 22Q14 19 17.5 24L22 30Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="1.9" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M18.5 26.5Q33 22.5 47.5 26.5L46 42H20.5Z" fill="var(--p,#fffaf0)" stroke="var(--l,#2b2118)" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M20 32Q33 28.5 46.8 32" fill="none" stroke="var(--l,#2b2118)" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M21 41.5Q33 38.5 45.5 41.5L53 60Q33 64.5 13.5 60Z" fill="var(--f,currentColor)" stroke="var(--l,#2b2118)" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>
  <path d="M17.2 52.5Q33 48.5 49.6 52.5" fill="none" stroke="var(--p,#fffaf0)" stroke-width="2.2"/>
</symbol>
<symbol id="coin" viewBox="0 0 64 64">
  <circle cx="32" cy="32" r="28.5" fill="#e3bd62" stroke="var(--l,#2b2118)" stroke-width="2.4"/>
  <circle cx="32" cy="32" r="22.5" fill="#f0d48a" stroke="#7a5712" stroke-width="1.5"/>
  <path d="M28 14.5h8q-1.7 7.5-1.8 15.3q7.8-.1 15.3-1.8v8q-7.5-1.7-15.3-1.8q.1 7.8 1.8 15.3h-8q1.7-7.5 1.8-15.3q-7.8.1-15.3 1.8v-8q7.5 1.7 15.3 1.8q-.1-7.8-1.8-15.3z" fill="#7a5712"/>
</symbol>
<symbol id="purse" viewBox="0 0 64 64">
  <path d="M23 22C9 31 4 46 9 54Q13 60 32 60T55 54C60 46 55 31 41 22Z" fill="#b98a58" stroke="var(--l,#2b2118)" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="M14 48C14 40 19 32 26 26M50 48C50 40 45 32 38 26M32 29V34" fill="none" stroke="var(--l,#2b2118)" stroke-width="1.3" stroke-linecap="round" opacity=".55"/>
  <path d="M22.5 20C20 14 15 12 16 8.5C17.5 5 22 9 24.5 8.5C27 8 27.5 4 32 4S37 8 39.5 8.5C42 9 46.5 5 48 8.5C49 12 44 14 41.5 20Z" fill="#cda274" stroke="var(--l,#2b2118)" stroke-width="2.2" stroke-linejoin="round"/>
  <rect x="20.5" y="18.5" width="23" height="5.6" rx="2.8" fill="#7c2d2d" stroke="var(--l,#2b2118)" stroke-width="1.9"/>
  <path d="M42 22.5q7 3 8 11M42 22.5q9-.5 11 6" fill="none" stroke="var(--l,#2b2118)" stroke-width="3.2" stroke-linecap="round"/>
  <path d="M42 22.5q7 3 8 11M42 22.5q9-.5 11 6" fill="none" stroke="#a4443b" stroke-width="1.4" stroke-linecap="round"/>
  <circle cx="32" cy="45" r="8" fill="#7c2d2d" stroke="var(--l,#2b2118)" stroke-width="1.7"/>
  <path d="M30 39.5h4q-.7 2.6-.8 4.7q2.1-.1 4.7-.8v4q-2.6-.7-4.7-.8q.1 2.1.8 4.7h-4q.7-2.6.8-4.7q-2.1.1-4.7.8v-4q2.6.7 4.7.8q-.1-2.1-.8-4.7z" fill="#e7c9a0"/>
</symbol>
<symbol id="purse-open" viewBox="0 0 64 64">
  <path d="M19 24C8 33 4 46 9 54Q13 60 32 60T55 54C60 46 56 33 45 24Z" fill="#b98a58" stroke="var(--l,#2b2118)" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="M14 48C14 41 18 35 23 30M50 48C50 41 46 35 41 30" fill="none" stroke="var(--l,#2b2118)" stroke-width="1.3" stroke-linecap="round" opacity=".55"/>
  <ellipse cx="32" cy="22" rx="17" ry="6.5" fill="#5c3d22" stroke="var(--l,#2b2118)" stroke-width="2.2"/>
  <g stroke="var(--l,#2b2118)" stroke-width="1.7" fill="#e3bd62"><ellipse cx="25" cy="18.5" rx="7" ry="3.6"/>
  <ellipse cx="38" cy="18" rx="7" ry="3.6"/>
  <ellipse cx="31.5" cy="14" rx="7" ry="3.6"/>
  <ellipse cx="31.5" cy="20.5" rx="7" ry="3.6"/></g>
  <path d="M15 22C15 27 23 29.5 32 29.5S49 27 49 22" fill="none" stroke="var(--l,#2b2118)" stroke-width="2.2"/>
  <path d="M15.5 25Q32 34 48.5 25" fill="none" stroke="#7c2d2d" stroke-width="2.6"/>
</symbol>
<symbol id="pot" viewBox="0 0 96 80">
  <path d="M28 66L24 77M68 66L72 77M48 70V78" stroke="var(--l,#2b2118)" stroke-width="5" stroke-linecap="round"/>
  <g stroke="var(--l,#2b2118)" stroke-width="1.7" fill="#e3bd62"><ellipse cx="34" cy="22" rx="13" ry="6"/>
  <ellipse cx="60" cy="22" rx="13" ry="6"/>
  <ellipse cx="47" cy="25" rx="13" ry="6"/>
  <ellipse cx="41" cy="16.5" rx="13" ry="6"/>
  <ellipse cx="55" cy="15" rx="13" ry="6"/>
  <ellipse cx="48" cy="9.5" rx="13" ry="6" fill="#f0d48a"/></g>
  <path d="M10 27C10 54 24 71 48 71S86 54 86 27Q67 35 48 35T10 27Z" fill="#8b8174" stroke="var(--l,#2b2118)" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="M10 27Q10 21 24 19M86 27Q86 21 72 19" fill="none" stroke="var(--l,#2b2118)" stroke-width="2.2"/>
  <path d="M6 27.5Q26 38.5 48 38.5T90 27.5" fill="none" stroke="var(--l,#2b2118)" stroke-width="6.6" stroke-linecap="round"/>
  <path d="M6 27.5Q26 38.5 48 38.5T90 27.5" fill="none" stroke="#b9ad9b" stroke-width="3" stroke-linecap="round"/>
  <path d="M44 46.5h8q-1.3 4.8-1.5 8.5q3.9-.2 8.5-1.5v7q-4.6-1.3-8.5-1.5q.1 2.5.7 5h-6.4q.6-2.5.7-5q-3.9.2-8.5 1.5v-7q4.6 1.3 8.5 1.5q-.2-3.7-1.5-8.5z" fill="var(--l,#2b2118)" opacity=".75"/>
</symbol>
<symbol id="gavel" viewBox="0 0 64 64">
  <path d="M8 57.5h34q2-5-3-6H11q-5 1-3 6z" fill="#8a5a2c" stroke="var(--l,#2b2118)" stroke-width="2.2" stroke-linejoin="round"/>
  <g transform="rotate(38 32 26)"><rect x="37" y="22.7" width="28" height="6.6" rx="3" fill="#b98a58" stroke="var(--l,#2b2118)" stroke-width="2.2"/>
  <rect x="20" y="9" width="18" height="34" rx="1.5" fill="#a66f3c" stroke="var(--l,#2b2118)" stroke-width="2.2"/>
  <rect x="18" y="8" width="22" height="7.5" rx="2" fill="#8a5a2c" stroke="var(--l,#2b2118)" stroke-width="2.2"/>
  <rect x="18" y="36.5" width="22" height="7.5" rx="2" fill="#8a5a2c" stroke="var(--l,#2b2118)" stroke-width="2.2"/>
  <path d="M24 18.5v15M29 18.5v15" stroke="var(--l,#2b2118)" stroke-width="1" opacity=".5"/></g>
</symbol>
<symbol id="curse" viewBox="0 0 64 64">
  <g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"><path d="M5 31Q32 6 59 31Q32 56 5 31Z" stroke-width="4"/>
  <path d="M18 49l-4 8M32 53v9M46 49l4 8" stroke-width="3.6"/></g>
  <circle cx="32" cy="31" r="9" fill="currentColor"/>
  <path d="M32 25v12" stroke="var(--p,#fffaf0)" stroke-width="3" stroke-linecap="round"/>
</symbol>
<symbol id="first" viewBox="0 0 32 32">
  <path d="M3 24.5L1.5 9.5L9.5 15.5L16 5L22.5 15.5L30.5 9.5L29 24.5Z" fill="#e3bd62" stroke="var(--l,#2b2118)" stroke-width="1.9" stroke-linejoin="round"/>
  <path d="M3.5 28.5H28.5" stroke="var(--l,#2b2118)" stroke-width="2.6" stroke-linecap="round"/>
</symbol>
"""
