"""One way to draw, for all games: SVG text, how wide words are, what can be acted on, and the style of it all.

A picture is one `<svg>`. On a page the symbols and the style stand once in the page itself (`standalone=False`); in a
notebook or a file the picture carries them (`standalone=True`). Colours are CSS variables, so that both themes draw the
same picture; there are no `style` attributes, which a strict content policy would drop.

What can be acted on carries `data-act`, the notation of the action; it is `lit` when the action is legal now. A page posts
the notation, and asks why not where it is not lit. What goes from place to place and keeps its id is a `piece`: a page
lets it slide.
"""
