"""More than 500 strings that a browser, a terminal, a spreadsheet or Markdown would take for something else than text."""

from __future__ import annotations

from itertools import product
from typing import Final

from tests.hostile import DONE

_SCRIPT: Final = f"window.{DONE}=1"
#: What is done, and what it is put into.
_PAYLOADS: Final = (
    f"<script>{_SCRIPT}</script>",
    f"<img src=x onerror={_SCRIPT}>",
    f"<svg onload={_SCRIPT}>",
    f"<svg><animate onbegin={_SCRIPT} attributeName=x dur=1s>",
    f"<body onload={_SCRIPT}>",
    f"<details open ontoggle={_SCRIPT}>",
    f"<iframe srcdoc='<script>parent.{DONE}=1</script>'>",
    f"<input autofocus onfocus={_SCRIPT}>",
    f"<video><source onerror={_SCRIPT}>",
    f"<math><mtext></mtext><script>{_SCRIPT}</script></math>",
    f"<a href=javascript:{_SCRIPT}>x</a>",
    "<link rel=stylesheet href=http://example.org/x.css>",
    "<style>@import 'http://example.org/y.css'</style>",
    "<meta http-equiv=refresh content='0;url=http://example.org'>",
    "<base href=http://example.org/>",
    "<object data=http://example.org/x></object>",
    "<form action=http://example.org><button>",
    "<image href=http://example.org/z.png />",
    "<use href=http://example.org/a.svg#b />",
    "<foreignObject><p>x</p></foreignObject>",
    "<noscript><p title='</noscript><img src=x>'>",
    "<xmp>", "<plaintext>", "<textarea>", "<template>", "<!--", "<![CDATA[", "<?xml version='1.0'?>",
    "[x](javascript:alert(1))", "![x](http://example.org/m.png)", "<http://example.org>", "http://example.org/auto",
    "[x]: http://example.org", "`code`", "# head", "> quote", "| a | b |", "***", "1. one", "- [ ] task", "~~gone~~", "$x$",
    "@everyone", "&lt;b&gt;", "&#60;b&#62;", "&NewLine;", "\\", "{{x}}", "${x}", "%s%n", "=1+1", "+1", "-1+cmd", "@SUM(1)",
    '=HYPERLINK("http://example.org")', "\x1b[31mred", "\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\x1b[8mhidden", "a\rb",
    "a\x08b", "\x00", "\u202eabc", "\u2066x\u2069", "\u2028", "\ufeff", "\ufffe", "\U000e0041",
)  # fmt: skip
_WRAPPERS: Final = (
    "{}", '"{}', "'>{}", '">{}<"', "--><!--{}", "]]>{}", "</title></style></script></svg>{}", "\n\n{}\n\n", "]({}", "|{}|",
)  # fmt: skip
STRINGS: Final = tuple(wrapper.replace("{}", it) for it, wrapper in product(_PAYLOADS, _WRAPPERS))
