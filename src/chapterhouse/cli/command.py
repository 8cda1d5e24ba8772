"""Commands whose help and complaints are in the language of the terminal; the parser has its own in English only."""

from __future__ import annotations

import pathlib
import typing
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from chapterhouse.cli.errors import Misuse, unknown
from chapterhouse.cli.language import tell

# click's own, whether typer brings its click along or imports it
Complaint: Any = typer.BadParameter.__mro__[2]

if TYPE_CHECKING:
    _Base = TyperCommand
else:
    _Base = object


def wanted(callback: Any, name: str) -> str:
    """What a parameter of a command wants, from how it is declared."""
    kind, *declared = typing.get_args(typing.get_type_hints(callback, include_extras=True)[name])
    kinds, about = typing.get_args(kind) or (kind,), declared[0]
    if pathlib.Path in kinds:
        return tell("wanted.file" if about.file_okay else "wanted.folder")
    if not {int, float} & set(kinds):
        return tell("wanted.other")
    what = tell("wanted.integer" if int in kinds else "wanted.number")
    bounds = {name: f"{bound:g}" for name, bound in (("min", about.min), ("max", about.max)) if bound is not None}
    key = {("min",): "wanted.least", ("max",): "wanted.most", ("min", "max"): "wanted.between"}.get(tuple(bounds))
    return tell(key, what=what, **bounds) if key else what


def in_our_words(e: Any) -> str:
    """What the parser complains of, told by the name of its kind: typer brings its own click along or imports it."""
    kind, param, ctx = type(e).__name__, getattr(e, "param", None), getattr(e, "ctx", None)
    if ctx is None:
        return str(e.format_message())
    command = ctx.command
    if kind == "NoSuchOption":
        options = [name for each in command.params for name in each.opts if name.startswith("--")]
        return str(unknown("option", e.option_name, options))
    if kind == "BadOptionUsage":
        is_flag = any(e.option_name in each.opts and getattr(each, "is_flag", False) for each in command.params)
        return tell("misuse.no_value" if is_flag else "misuse.a_value", what=e.option_name)
    if kind == "MissingParameter" and param is not None:
        return tell("misuse.missing", what=_name(param), command=ctx.command_path)
    if kind == "BadParameter" and param is not None:
        return tell("misuse.wants", what=_name(param), wanted=wanted(command.callback, param.name))
    return str(e.format_message())


def _name(param: Any) -> str:
    """As it is typed: the long name of an option, what stands for an argument."""
    long = [name for name in param.opts if name.startswith("--")]
    return long[0] if long else str(param.metavar or param.name).upper()


class _Spoken(_Base):
    """The page of `--help`, in the language of the terminal."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{tell('page.usage')} ")

    def get_help_option(self, ctx: Any) -> Any:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = tell("page.help")
        return option

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from typer import rich_utils

        rich_utils.OPTIONS_PANEL_TITLE = tell("page.options")
        rich_utils.ARGUMENTS_PANEL_TITLE = tell("page.arguments")
        rich_utils.COMMANDS_PANEL_TITLE = tell("page.commands")
        rich_utils.DEFAULT_STRING = tell("page.default", value="{}")
        rich_utils.REQUIRED_LONG_STRING = tell("page.required")
        rich_utils.ENVVAR_STRING = tell("page.variable", name="{}")
        for param in self.get_params(ctx):
            if getattr(param, "is_flag", False):
                param.metavar = ""  # it takes no value, and none is to be shown
        super().format_help(ctx, formatter)


class Command(_Spoken, TyperCommand):
    """One command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True  # the parser would complain of them in its own words
        try:
            left = super().parse_args(ctx, args)
        except Complaint as e:
            e.ctx = getattr(e, "ctx", None) or ctx  # some complaints do not say of which command
            raise
        if left:
            raise Misuse(tell("misuse.too_much", command=ctx.command_path, what=" ".join(left)))
        return left


class Group(_Spoken, TyperGroup):
    """All commands."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            shown = [name for name, each in self.commands.items() if not each.hidden]
            raise unknown("command", args[0], shown)
        return super().resolve_command(ctx, args)
