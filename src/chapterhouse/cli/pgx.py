"""PGX's own games, many side by side: a peer on the CPU and on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

GAMES = ("animal_shogi", "backgammon", "connect_four", "hex", "sparrow_mahjong")
ROUNDS = 32  # of all games before Python is asked again


def pgx(name: str, games: int = 256, device: str = "cpu") -> Callable[[int], int]:
    """Random actions drawn from the masks, finished games begun anew; a call plays on and says how many decisions."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, draw, luck = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        state = step(state, jax.random.categorical(draw, logits), jax.random.split(luck, games))
        return (state, key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, ROUNDS)[0])
    with jax.default_device(jax.devices(device)[0]):
        key = jax.random.PRNGKey(0)
        carry = run((jax.jit(jax.vmap(env.init))(jax.random.split(key, games)), key))

    def play(seed: int) -> int:
        nonlocal carry
        carry = run(carry)
        carry[1].block_until_ready()
        return games * ROUNDS

    return play
