"""Templar: the drawn signs of treasures, figures, cards and furniture, each an SVG symbol.

A treasure is two `<use>`: its shape (`chalice`, `ring-round`, … or the `-scored` form, turned over) and its owner's
sign on top. The owner's colour comes in as `currentColor`, the others as custom properties of `picture.STYLE`.
"""

from __future__ import annotations

_SHAPES: dict[str, tuple[str, str]] = {  # id: viewBox, drawing
    "chalice": (
        "0 0 40 40",
        '<path d="M6.5 5.5H33.5C33.8 17 29.6 23.2 22.6 24.8V28.6C27 29.4 29.6 31.4 30.4 35H9.6C10.4 31.4 13 29.4 '
        '17.4 28.6V24.8C10.4 23.2 6.2 17 6.5 5.5Z" fill="currentColor" stroke="var(--edge)" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
        '<path d="M9.4 8.6H30.6M13 32.2H27" stroke="var(--sign)" stroke-width="1.3" stroke-linecap="round" '
        'opacity=".85"/>',
    ),
    "chalice-scored": (
        "0 0 40 40",
        '<path d="M6.5 5.5H33.5C33.8 17 29.6 23.2 22.6 24.8V28.6C27 29.4 29.6 31.4 30.4 35H9.6C10.4 31.4 13 29.4 '
        '17.4 28.6V24.8C10.4 23.2 6.2 17 6.5 5.5Z" fill="var(--scored)" stroke="currentColor" stroke-width="2.2" '
        'stroke-linejoin="round"/>'
        '<circle cx="31.5" cy="31.5" r="7.2" fill="var(--panel)" stroke="currentColor" stroke-width="1.4"/>'
        '<path d="M28.2 31.7l2.5 2.6 4.3-5.2" fill="none" stroke="var(--ink)" stroke-width="2.1" '
        'stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    "book": (
        "0 0 40 40",
        '<path d="M8.5 4.5H31A2.5 2.5 0 0 1 33.5 7V33A2.5 2.5 0 0 1 31 35.5H8.5A2.5 2.5 0 0 1 6 33V7A2.5 2.5 0 0 '
        '1 8.5 4.5Z" fill="currentColor" stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M11.4 5V35" stroke="var(--sign)" stroke-width="1.3" opacity=".85"/>'
        '<path d="M6.4 11H11M6.4 20H11M6.4 29H11" stroke="var(--sign)" stroke-width="1.2" opacity=".7"/>'
        '<path d="M30 12.5H35.4V16H30M30 24H35.4V27.5H30" fill="var(--sign)" stroke="var(--edge)" '
        'stroke-width="1.2" stroke-linejoin="round"/>',
    ),
    "book-scored": (
        "0 0 40 40",
        '<path d="M8.5 4.5H31A2.5 2.5 0 0 1 33.5 7V33A2.5 2.5 0 0 1 31 35.5H8.5A2.5 2.5 0 0 1 6 33V7A2.5 2.5 0 0 '
        '1 8.5 4.5Z" fill="var(--scored)" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/>'
        '<path d="M11.4 5V35" stroke="currentColor" stroke-width="1.3" opacity=".6"/>'
        '<circle cx="31.5" cy="31.5" r="7.2" fill="var(--panel)" stroke="currentColor" stroke-width="1.4"/>'
        '<path d="M28.2 31.7l2.5 2.6 4.3-5.2" fill="none" stroke="var(--ink)" stroke-width="2.1" '
        'stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    "ring-round": (
        "0 0 40 40",
        '<path d="M20 3.6A16.4 16.4 0 1 1 20 36.4A16.4 16.4 0 1 1 20 3.6Z" fill="currentColor" '
        'stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<circle cx="20" cy="20" r="12.9" fill="none" stroke="var(--sign)" stroke-width="1.9" '
        'stroke-linecap="round" stroke-dasharray="0.1 3.99"/>',
    ),
    "ring-round-scored": (
        "0 0 40 40",
        '<path d="M20 3.6A16.4 16.4 0 1 1 20 36.4A16.4 16.4 0 1 1 20 3.6Z" fill="var(--scored)" '
        'stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/>'
        '<circle cx="31.5" cy="31.5" r="7.2" fill="var(--panel)" stroke="currentColor" stroke-width="1.4"/>'
        '<path d="M28.2 31.7l2.5 2.6 4.3-5.2" fill="none" stroke="var(--ink)" stroke-width="2.1" '
        'stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    "ring-round-gem": (
        "0 0 40 40",
        '<path d="M20 3.6A16.4 16.4 0 1 1 20 36.4A16.4 16.4 0 1 1 20 3.6Z" fill="currentColor" '
        'stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<circle cx="20" cy="20" r="12.9" fill="none" stroke="var(--sign)" stroke-width="1.9" '
        'stroke-linecap="round" stroke-dasharray="0.1 3.99"/>'
        '<circle cx="20" cy="20" r="7" fill="none" stroke="var(--sign)" stroke-width="2.4"/>'
        '<circle cx="20" cy="20" r="2.6" fill="var(--sign)"/>',
    ),
    "socket-round": (
        "0 0 40 40",
        '<path d="M20 3.6A16.4 16.4 0 1 1 20 36.4A16.4 16.4 0 1 1 20 3.6Z" fill="none" stroke="currentColor" '
        'stroke-width="1.6"/>',
    ),
    "ring-square": (
        "0 0 40 40",
        '<path d="M8 5H32A3 3 0 0 1 35 8V32A3 3 0 0 1 32 35H8A3 3 0 0 1 5 32V8A3 3 0 0 1 8 5Z" '
        'fill="currentColor" stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M8.4 13.5V8.4H13.5M26.5 8.4H31.6V13.5M31.6 26.5V31.6H26.5M13.5 31.6H8.4V26.5" fill="none" '
        'stroke="var(--sign)" stroke-width="1.7"/>',
    ),
    "ring-square-scored": (
        "0 0 40 40",
        '<path d="M8 5H32A3 3 0 0 1 35 8V32A3 3 0 0 1 32 35H8A3 3 0 0 1 5 32V8A3 3 0 0 1 8 5Z" '
        'fill="var(--scored)" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/>'
        '<circle cx="31.5" cy="31.5" r="7.2" fill="var(--panel)" stroke="currentColor" stroke-width="1.4"/>'
        '<path d="M28.2 31.7l2.5 2.6 4.3-5.2" fill="none" stroke="var(--ink)" stroke-width="2.1" '
        'stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    "ring-square-gem": (
        "0 0 40 40",
        '<path d="M8 5H32A3 3 0 0 1 35 8V32A3 3 0 0 1 32 35H8A3 3 0 0 1 5 32V8A3 3 0 0 1 8 5Z" '
        'fill="currentColor" stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M8.4 13.5V8.4H13.5M26.5 8.4H31.6V13.5M31.6 26.5V31.6H26.5M13.5 31.6H8.4V26.5" fill="none" '
        'stroke="var(--sign)" stroke-width="1.7"/>'
        '<path d="M20 11.5C22.6 14 22.6 16.4 20 20C17.4 16.4 17.4 14 20 11.5ZM28.5 20C26 22.6 23.6 22.6 20 '
        "20C23.6 17.4 26 17.4 28.5 20ZM20 28.5C17.4 26 17.4 23.6 20 20C22.6 23.6 22.6 26 20 28.5ZM11.5 20C14 "
        '17.4 16.4 17.4 20 20C16.4 22.6 14 22.6 11.5 20Z" fill="var(--sign)" stroke="var(--sign)" '
        'stroke-width="1.4" stroke-linejoin="round"/>',
    ),
    "socket-square": (
        "0 0 40 40",
        '<path d="M8 5H32A3 3 0 0 1 35 8V32A3 3 0 0 1 32 35H8A3 3 0 0 1 5 32V8A3 3 0 0 1 8 5Z" fill="none" '
        'stroke="currentColor" stroke-width="1.6"/>',
    ),
    "ring-lozenge": (
        "0 0 40 40",
        '<path d="M18.3 2.3Q20 .7 21.7 2.3L37.7 18.3Q39.3 20 37.7 21.7L21.7 37.7Q20 39.3 18.3 37.7L2.3 21.7Q.7 '
        '20 2.3 18.3Z" fill="currentColor" stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M20 5.6L34.4 20L20 34.4L5.6 20Z" fill="none" stroke="var(--sign)" stroke-width="1.4"/>',
    ),
    "ring-lozenge-scored": (
        "0 0 40 40",
        '<path d="M18.3 2.3Q20 .7 21.7 2.3L37.7 18.3Q39.3 20 37.7 21.7L21.7 37.7Q20 39.3 18.3 37.7L2.3 21.7Q.7 '
        '20 2.3 18.3Z" fill="var(--scored)" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/>'
        '<circle cx="31.5" cy="31.5" r="7.2" fill="var(--panel)" stroke="currentColor" stroke-width="1.4"/>'
        '<path d="M28.2 31.7l2.5 2.6 4.3-5.2" fill="none" stroke="var(--ink)" stroke-width="2.1" '
        'stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    "ring-lozenge-gem": (
        "0 0 40 40",
        '<path d="M18.3 2.3Q20 .7 21.7 2.3L37.7 18.3Q39.3 20 37.7 21.7L21.7 37.7Q20 39.3 18.3 37.7L2.3 21.7Q.7 '
        '20 2.3 18.3Z" fill="currentColor" stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M20 5.6L34.4 20L20 34.4L5.6 20Z" fill="none" stroke="var(--sign)" stroke-width="1.4"/>'
        '<path d="M10.5 20C14 14.4 26 14.4 29.5 20C26 25.6 14 25.6 10.5 20Z" fill="none" stroke="var(--sign)" '
        'stroke-width="2.2" stroke-linejoin="round"/><circle cx="20" cy="20" r="3" fill="var(--sign)"/>',
    ),
    "socket-lozenge": (
        "0 0 40 40",
        '<path d="M18.3 2.3Q20 .7 21.7 2.3L37.7 18.3Q39.3 20 37.7 21.7L21.7 37.7Q20 39.3 18.3 37.7L2.3 21.7Q.7 '
        '20 2.3 18.3Z" fill="none" stroke="currentColor" stroke-width="1.6"/>',
    ),
    "socket-ring": (
        "0 0 40 40",
        '<circle cx="20" cy="20" r="12" fill="none" stroke="currentColor" stroke-width="1.6" '
        'stroke-dasharray="2.6 3.4" stroke-linecap="round"/>',
    ),
    "socket-chalice": (
        "0 0 40 40",
        '<path d="M6.5 5.5H33.5C33.8 17 29.6 23.2 22.6 24.8V28.6C27 29.4 29.6 31.4 30.4 35H9.6C10.4 31.4 13 29.4 '
        '17.4 28.6V24.8C10.4 23.2 6.2 17 6.5 5.5Z" fill="none" stroke="currentColor" stroke-width="1.6" '
        'stroke-linejoin="round"/>',
    ),
    "socket-book": (
        "0 0 40 40",
        '<path d="M8.5 4.5H31A2.5 2.5 0 0 1 33.5 7V33A2.5 2.5 0 0 1 31 35.5H8.5A2.5 2.5 0 0 1 6 33V7A2.5 2.5 0 0 '
        '1 8.5 4.5ZM11.4 5V35" fill="none" stroke="currentColor" stroke-width="1.6"/>',
    ),
    "pawn": (
        "0 0 40 52",
        '<path d="M20 2.5C26 2.5 29.4 7.2 29.4 12.4C29.4 15.2 28.6 17.4 27 19.2C32.4 23 35 31 35.8 43.5H4.2C5 31 '
        '7.6 23 13 19.2C11.4 17.4 10.6 15.2 10.6 12.4C10.6 7.2 14 2.5 20 2.5Z" fill="currentColor" '
        'stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M20 7C23.4 7 25.2 9.6 25.2 12.6C25.2 15.6 23 18 20 18C17 18 14.8 15.6 14.8 12.6C14.8 9.6 16.6 '
        '7 20 7Z" fill="var(--dark)" opacity=".62"/>'
        '<rect x="2.6" y="43.5" width="34.8" height="6.6" rx="2" fill="currentColor" stroke="var(--edge)" '
        'stroke-width="1.6" stroke-linejoin="round"/>',
    ),
    "figure-remigius": (
        "0 0 48 60",
        '<g stroke="var(--dark)" stroke-width="1.6" stroke-linejoin="round">'
        '<path d="M22 22C31 24 35 34 36.6 52H5.4C7 34 12 24 22 22Z" fill="var(--ivory)"/>'
        '<path d="M21 26L17.6 52H24.4Z" fill="var(--dark)" stroke="none"/>'
        '<path d="M17.2 37H24.8M16.6 44H25.4" stroke="var(--ivory)" fill="none"/>'
        '<circle cx="21" cy="18.6" r="6" fill="var(--ivory)"/>'
        '<path d="M13.4 15.2C13 9.4 16 4.6 21 1.4C26 4.6 29 9.4 28.6 15.2Z" fill="var(--ivory)"/>'
        '<path d="M21 4.5V14.6M14 11H28" fill="none"/>'
        '<path d="M40 53V15C40 8.6 31.6 9 32 14.4C32.2 18 37 18 36.8 14.8" fill="none" stroke-width="2.6" '
        'stroke-linecap="round"/><rect x="3" y="51.6" width="40" height="6.4" rx="2" fill="var(--ivory)"/></g>',
    ),
    "figure-severus": (
        "0 0 48 60",
        '<g stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round">'
        '<path d="M19 1.6C23.6 6.6 27 11.4 27 17.4C27 20 26.4 22 25.2 23.6C31.4 28 33.8 38 34.6 52H4.4C5.2 38 '
        '7.6 28 12.8 23.6C11.6 22 11 20 11 17.4C11 11.4 14.4 6.6 19 1.6Z" fill="var(--severus)"/>'
        '<path d="M19 10.6C22 12.6 23.2 15 23.2 17.6C23.2 20.6 21.4 22.4 19 22.4C16.6 22.4 14.8 20.6 14.8 '
        '17.6C14.8 15 16 12.6 19 10.6Z" fill="#14100c" stroke="none"/>'
        '<path d="M16.4 17.4H18.2M19.8 17.4H21.6" stroke="#f3d9a0" stroke-width="1.7" stroke-linecap="round"/>'
        '<path d="M19 27V50M13 31C11.4 38 10.8 44 10.6 50M25 31C26.6 38 27.2 44 27.4 50" stroke="#8d7a60" '
        'stroke-width="1.1" fill="none"/>'
        '<path d="M29 32L39 27" stroke="var(--edge)" stroke-width="3" stroke-linecap="round"/>'
        '<path d="M39 25.4A2.6 2.6 0 0 1 39 30.4M35 31H43L44.6 44H33.4Z" fill="#f3d9a0"/>'
        '<path d="M39 31V44" fill="none" stroke-width="1.1"/><circle cx="39" cy="28.4" r="2.6" fill="none"/>'
        '<rect x="2" y="51.6" width="40" height="6.4" rx="2" fill="var(--severus)"/></g>',
    ),
    "figure-vitus": (
        "0 0 48 60",
        '<g stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round">'
        '<path d="M27 20C36 24 41 37 40.4 52H9.6C6.8 44 9 38 14.4 35C13 30 15.6 22 22 20Z" fill="var(--vitus)"/>'
        '<path d="M20.4 13H30.6V18.4C30.6 21.4 28.4 23.4 25.5 23.4C22.6 23.4 20.4 21.4 20.4 18.4Z" '
        'fill="var(--ivory)"/>'
        '<path d="M20 17.8C18 25 19 29 22 33.4C27 32 31.4 27.6 33 21.4C29 23.6 23 22.4 20 17.8Z" '
        'fill="var(--dark)"/>'
        '<path d="M18 12.6C18.4 6 21.4 3.2 26 3.2C30.6 3.2 33 6.6 33.4 12.6Z" fill="var(--dark)"/>'
        '<path d="M6.6 13.6C14 10.8 36 9 45 14.4C38 17.6 14 17.2 6.6 13.6Z" fill="var(--dark)"/>'
        '<path d="M17.4 8.6L9 1.8C8.4 6 11 9.6 17 11.2" fill="var(--ivory)"/>'
        '<path d="M30 30C33.6 36 34.6 43 34.4 51M14.8 36C14 42 15 47 16.6 51" fill="none" stroke-width="1.2"/>'
        '<rect x="5" y="51.6" width="39" height="6.4" rx="2" fill="var(--vitus)"/></g>',
    ),
    "door-locked": (
        "0 0 56 26",
        '<g stroke="var(--dark)" stroke-width="1.6" stroke-linejoin="round">'
        '<rect x="2" y="3" width="52" height="20" rx="2.5" fill="var(--wood)"/>'
        '<path d="M2 9.6H54M2 16.4H54" stroke-width="1" opacity=".75"/>'
        '<rect x="8" y="1.4" width="5.4" height="23.2" rx="1.2" fill="var(--dark)" stroke="none"/>'
        '<rect x="42.6" y="1.4" width="5.4" height="23.2" rx="1.2" fill="var(--dark)" stroke="none"/></g>'
        '<circle cx="28" cy="13" r="9.4" fill="var(--sign)" stroke="var(--dark)" stroke-width="1.6"/>'
        '<path d="M24 12.4H32V18.6H24Z" fill="var(--dark)"/>'
        '<path d="M25.4 12.4V10A2.6 2.6 0 0 1 30.6 10V12.4" fill="none" stroke="var(--dark)" stroke-width="1.7"/>',
    ),
    "ship": (
        "0 0 64 56",
        '<g stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round">'
        '<path d="M31 3V40" fill="none" stroke-width="2.2"/>'
        '<path d="M31 6C44 8 50 17 50.6 30C43 32.4 36 32.4 31 31.4Z" fill="var(--sail)"/>'
        '<path d="M28 11C19 14 14.4 21 13.6 29.4C19 31.4 24 31.8 28 31.4Z" fill="var(--sail)"/>'
        '<path d="M38.4 13.4V25.6M34.4 19H43.6" stroke-width="2.4" fill="none"/>'
        '<path d="M5 38C13 40.6 24 41.4 32 41.4C42 41.4 52 40 59 36C58 44 53 49.6 46.6 50.4H19C12 50 7 45 5 38Z" '
        'fill="var(--wood)"/><path d="M11.6 45.4H53" stroke-width="1.1" fill="none"/>'
        '<path d="M31 3H38L35.6 5.2L38 7.4H31" fill="currentColor"/></g>'
        '<path d="M2 54Q8 50.4 14 54T26 54T38 54T50 54T62 54" fill="none" stroke="currentColor" '
        'stroke-width="1.4" opacity=".6"/>',
    ),
    "storehouse": (
        "0 0 80 92",
        '<path d="M4 26L40 4L76 26V88H4Z" fill="var(--panel)" stroke="currentColor" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
        '<path d="M1.5 27.6L40 3.6L78.5 27.6" fill="none" stroke="currentColor" stroke-width="3" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
        '<path d="M10 26.6H70" stroke="currentColor" stroke-width="1" opacity=".45"/>',
    ),
    "bell": (
        "0 0 24 24",
        '<path fill="currentColor" d="M10.4 4A1.6 1.6 0 0 1 13.6 4C17 4.8 18.4 7.6 18.6 11.4C18.7 14.6 19.6 16 '
        "21 17.4V18.6H3V17.4C4.4 16 5.3 14.6 5.4 11.4C5.6 7.6 7 4.8 10.4 4ZM9.4 19.8H14.6A2.6 2.6 0 0 1 9.4 "
        '19.8Z"/>',
    ),
    "tile": (
        "0 0 40 40",
        '<rect x="2" y="2" width="36" height="36" rx="5" fill="var(--tile)" stroke="currentColor" '
        'stroke-width="1.6"/>'
        '<rect x="5" y="5" width="30" height="30" rx="3" fill="none" stroke="currentColor" stroke-width=".9" '
        'opacity=".45"/>',
    ),
    "box-empty": (
        "0 0 40 40",
        '<rect x="3" y="3" width="34" height="34" rx="4" fill="none" stroke="currentColor" stroke-width="1.4" '
        'stroke-dasharray="4 3.2"/>',
    ),
    "bag": (
        "0 0 40 44",
        '<path d="M14 13C6 19 3 27 5 34C6.6 39.6 12 41.4 20 41.4C28 41.4 33.4 39.6 35 34C37 27 34 19 26 13Z" '
        'fill="var(--vitus)" stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M13 13H27L31 4C27 6 24.4 2.6 20 2.6C15.6 2.6 13 6 9 4Z" fill="var(--vitus)" '
        'stroke="var(--edge)" stroke-width="1.6" stroke-linejoin="round"/>'
        '<path d="M12.4 13.2H27.6" stroke="var(--edge)" stroke-width="3.2" stroke-linecap="round"/>',
    ),
    "hand-cards": (
        "0 0 24 24",
        '<g fill="var(--panel)" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round">'
        '<rect x="4" y="6" width="10" height="14.5" rx="1.6" transform="rotate(-14 9 13)"/>'
        '<rect x="9.6" y="4.6" width="10" height="14.5" rx="1.6" transform="rotate(9 14 12)"/></g>',
    ),
    "well": (
        "0 0 40 40",
        '<circle cx="20" cy="20" r="11" fill="var(--panel)" stroke="currentColor" stroke-width="1.4"/>'
        '<circle cx="20" cy="20" r="6.6" fill="var(--water)" stroke="currentColor" stroke-width="1.1"/>',
    ),
    "card-anselmus": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round"><circle cx="32" cy="13" r="9.4"/>'
        '<path d="M26.2 12.1A5.8 7.3 0 0 0 37.8 12.1Z" fill="var(--cardground)"/>'
        '<path d="M27.1 6.8Q32 3.4 36.9 6.8Q32 9.6 27.1 6.8Z" fill="var(--cardground)"/>'
        '<path d="M22.5 20.5C10.5 24 3.4 36 5.6 58H58.4C60.6 36 53.5 24 41.5 20.5C36 25 28 25 22.5 20.5Z"/>'
        '<path d="M8.4 42C20 50.6 44 50.6 55.6 42" fill="none" stroke="var(--cardground)" stroke-width="2.6"/>'
        '<path d="M36 47.4L38.6 55.6" fill="none" stroke="var(--cardground)" stroke-width="2.2"/>'
        '<path d="M14 33C17 37.4 20.4 38.4 25 38M50 33C47 37.4 43.6 38.4 39 38" fill="none" '
        'stroke="var(--cardground)" stroke-width="2.2"/></g>',
    ),
    "card-josua": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round"><circle cx="32" cy="14" r="8.6"/>'
        '<path d="M26.7 13.1A5.3 6.7 0 0 0 37.3 13.1Z" fill="var(--cardground)"/>'
        '<path d="M27.5 8.3Q32 5.2 36.5 8.3Q32 10.9 27.5 8.3Z" fill="var(--cardground)"/>'
        '<path d="M24.4 21C17.4 25 15.4 38 14.6 58H49.4C48.6 38 46.6 25 39.6 21C35.4 25 28.6 25 24.4 21Z"/>'
        '<path d="M16.8 40C26 44 38 44 47.2 40M36 43.4L37.4 54" fill="none" stroke="var(--cardground)" '
        'stroke-width="2.2"/>'
        '<path d="M5 33.6H12.6A3 3 0 0 1 15.6 36.6V48H5A3 3 0 0 1 2 45V36.6A3 3 0 0 1 5 33.6ZM51.4 33.6H59A3 3 0 '
        '0 1 62 36.6V45A3 3 0 0 1 59 48H48.4V36.6A3 3 0 0 1 51.4 33.6Z"/>'
        '<path d="M8.6 34V47.6M2.4 40.8H15M55.4 34V47.6M49 40.8H61.6" fill="none" stroke="var(--cardground)" '
        'stroke-width="1.8"/></g>',
    ),
    "card-lucas": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round"><circle cx="36" cy="13" r="8"/>'
        '<path d="M31.0 12.2A5.0 6.2 0 0 0 41.0 12.2Z" fill="var(--cardground)"/>'
        '<path d="M31.8 7.7Q36 4.8 40.2 7.7Q36 10.1 31.8 7.7Z" fill="var(--cardground)"/>'
        '<path d="M30 20.4C25 25 22.6 32 21.6 39L10 52.4L15.6 58L29 46L36.6 58H45L39.6 44C43.6 36 44.6 27 42 '
        '20.4C38.4 24 33.4 24 30 20.4Z"/>'
        '<path d="M23.6 37.4C29 40.6 36 40.6 41.6 37.6" fill="none" stroke="var(--cardground)" '
        'stroke-width="2.2"/>'
        '<path d="M53 16L50 59M42 28L51.6 33" fill="none" stroke="currentColor" stroke-width="2.6"/>'
        '<path d="M4 27H17M2 34.6H14" fill="none" stroke="currentColor" stroke-width="2.2" opacity=".6"/></g>',
    ),
    "card-benjamin": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round">'
        '<path d="M18.2 25C18.2 17.8 22.8 13.4 28 13.4C33.2 13.4 37.8 17.8 37.8 25C37.8 29 36.4 31.6 34.6 '
        '33.2C39.6 37.4 42.2 46 42.6 58H13.4C13.8 46 16.4 37.4 21.4 33.2C19.6 31.6 18.2 29 18.2 25Z"/>'
        '<path d="M22.6 25.2A5.4 6 0 0 0 33.4 25.2A5.4 5.6 0 0 0 22.6 25.2Z" fill="var(--cardground)"/>'
        '<path d="M16 48C23 51 33 51 40 48" fill="none" stroke="var(--cardground)" stroke-width="2.2"/>'
        '<path d="M36 38L46.4 27.4" fill="none" stroke="currentColor" stroke-width="4.4"/>'
        '<circle cx="50.4" cy="18.2" r="6.4" fill="none" stroke-width="3"/>'
        '<path d="M46.4 8L50.4 4L54.4 8L50.4 12Z"/></g>',
    ),
    "card-maria": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round">'
        '<path d="M32 4.6C41 4.6 45 11.6 44.8 19.6C44.7 24.6 46 28 49.6 31.6C53.4 39 54.4 48 54.4 58H9.6C9.6 48 '
        '10.6 39 14.4 31.6C18 28 19.3 24.6 19.2 19.6C19 11.6 23 4.6 32 4.6Z"/>'
        '<path d="M32 10C36.8 10 39 13.6 39 18.2C39 23 36 26.6 32 26.6C28 26.6 25 23 25 18.2C25 13.6 27.2 10 32 '
        '10Z" fill="var(--cardground)"/>'
        '<path d="M21.6 31.4L42 48" fill="none" stroke="var(--cardground)" stroke-width="2.6"/>'
        '<path d="M35.6 42.6H50.4A2 2 0 0 1 52.4 44.6V55A2.6 2.6 0 0 1 49.8 57.6H36.2A2.6 2.6 0 0 1 33.6 '
        '55V44.6A2 2 0 0 1 35.6 42.6Z" fill="var(--cardground)" stroke-width="2.2"/>'
        '<path d="M33.6 46.4C35 51.4 51 51.4 52.4 46.4" fill="none" stroke-width="2.2"/>'
        '<path d="M41.2 48.4H44.8V53.4H41.2Z"/></g>',
    ),
    "card-stephanus": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round">'
        '<path d="M55.6 4.4C38 6 24.4 17 19.4 35.4L15 50.6L18.6 51.4L24.4 38.6C30 40 36 39 40.4 35.6L35.6 '
        '34.8C41 33.4 45 30.4 48 26L42.8 26C49 21.6 54 14 55.6 4.4Z"/>'
        '<path d="M22 38.6C27.6 26 36 17.6 46 12" fill="none" stroke="var(--cardground)" stroke-width="1.7"/>'
        '<path d="M6 58.6C14 54 18 61 25 57.6S36 54.6 40 57.8S51 58.6 58 56.6" fill="none" stroke="currentColor" '
        'stroke-width="2.4"/></g>',
    ),
    "card-porticus": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round"><g transform="rotate(42 32 32)">'
        '<circle cx="32" cy="12" r="8" fill="none" stroke-width="4.4"/>'
        '<path d="M32 20V58M32 47H42.6V54.6M32 39.4H39.4" fill="none" stroke-width="4.4" stroke-linecap="butt"/>'
        '</g><g transform="rotate(-42 32 32)">'
        '<path d="M32 20V58" fill="none" stroke="var(--cardground)" stroke-width="8"/>'
        '<circle cx="32" cy="12" r="8" fill="none" stroke-width="4.4"/>'
        '<path d="M32 20V58M32 47H21.4V54.6M32 39.4H24.6" fill="none" stroke-width="4.4" stroke-linecap="butt"/>'
        "</g></g>",
    ),
    "card-bells": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round"><path d="M10 6H54" fill="none" stroke="currentColor" stroke-width="3.4"/>'
        '<path d="M32 6V13" fill="none" stroke="currentColor" stroke-width="2.6"/>'
        '<path d="M32 11C41.6 11 45.4 18 46 28.4C46.4 37.4 49 41.4 54 45.6V49.6H10V45.6C15 41.4 17.6 37.4 18 '
        '28.4C18.6 18 22.4 11 32 11Z"/><path d="M24.6 52H39.4A7.4 7.4 0 0 1 24.6 52Z"/>'
        '<path d="M17.6 38.6H46.4M23.6 28C23.8 22 25 18.4 28 16.4" fill="none" stroke="var(--cardground)" '
        'stroke-width="2.2"/>'
        '<path d="M5 30C3.4 35 3.4 39 5 43M59 30C60.6 35 60.6 39 59 43" fill="none" stroke="currentColor" '
        'stroke-width="2.2" opacity=".6"/></g>',
    ),
    "card-remigius": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round">'
        '<path d="M8.6 40C6.6 25 13 14.6 23.6 6.6C34.2 14.6 40.6 25 38.6 40C29 43 18.2 43 8.6 40Z"/>'
        '<path d="M23.6 12V39.4M11 28.6H36.2" fill="none" stroke="var(--cardground)" stroke-width="2.6"/>'
        '<path d="M8.6 43.6C18.2 46.6 29 46.6 38.6 43.6V50.4C29 53.4 18.2 53.4 8.6 50.4Z"/>'
        '<path d="M52.6 60V19C52.6 8 38.6 8.6 39.4 17.4C40 23.4 48.4 23 47.6 17" fill="none" '
        'stroke="currentColor" stroke-width="3.6"/></g>',
    ),
    "card-severus": (
        "0 0 64 64",
        '<g fill="currentColor" stroke="currentColor" stroke-width="0" stroke-linejoin="round" '
        'stroke-linecap="round">'
        '<path d="M24 13A8 8 0 0 1 40 13" fill="none" stroke="currentColor" stroke-width="2.8"/>'
        '<path d="M22 13H42L46.6 21H17.4Z"/><path d="M19.6 23.4H44.4L48 52H16Z"/><path d="M13 54.4H51V59.6H13Z"/>'
        '<path d="M20.6 38.4C25.6 30.4 38.4 30.4 43.4 38.4C38.4 46.4 25.6 46.4 20.6 38.4Z" '
        'fill="var(--cardground)"/><circle cx="32" cy="38.4" r="4.8"/>'
        '<path d="M9.6 30L4 28M9 39.4H3M54.4 30L60 28M55 39.4H61" fill="none" stroke="currentColor" '
        'stroke-width="2.2" opacity=".6"/></g>',
    ),
}


_PATTERNS = (
    '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V5" stroke="var(--line)" stroke-width="1" opacity=".5"/></pattern>'
    '<pattern id="bar-hatch" width="11" height="11" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<path d="M0 0V11" stroke="var(--muted)" stroke-width="1.6" opacity=".4"/></pattern>'
    '<marker id="arrow-head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" '
    'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8Z" fill="var(--muted)"/></marker>'
)

SYMBOLS = _PATTERNS + "".join(
    f'<symbol id="{name}" viewBox="{box}">{drawing}</symbol>' for name, (box, drawing) in _SHAPES.items()
)
