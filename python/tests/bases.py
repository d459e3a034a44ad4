"""bases.py -- run in a process of its own by test_bases.py: uno's environments as classes of pettingzoo and gymnasium.
With the real packages it also runs their own checks; with stand-ins, what their documents ask for."""
import inspect
import sys

import gymnasium
import numpy as np
import pettingzoo

import uno

RULES = uno.Rules("official", target=0, must_play=True)


def same_arguments(ours, theirs, names):
    """Each of our methods can be called as the base class says."""
    for name in names:
        own = inspect.signature(getattr(ours, name)).parameters
        for parameter in inspect.signature(getattr(theirs, name)).parameters.values():
            if parameter.kind is not parameter.VAR_KEYWORD:
                assert parameter.name in own, f"{ours.__name__}.{name}() does not take {parameter.name}"
                assert own[parameter.name].default == parameter.default, (name, parameter.name)


def check_aec(players):
    env = uno.aec.Env(RULES, players)
    assert isinstance(env, pettingzoo.AECEnv) and env.unwrapped is env
    assert env.max_num_agents == players and env.num_agents == 0
    env.reset(seed=1)
    assert set(env.rewards) == set(env.terminations) == set(env.truncations) == set(env.infos) == set(env.agents)
    seen = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert set(observation) == {"observation", "action_mask"} and isinstance(info, dict) and not truncation
        assert observation["action_mask"].dtype == np.int8
        kept = {name: array.copy() for name, array in observation.items()}
        env.step(None if termination else env.sample())
        assert all((observation[name] == kept[name]).all() for name in kept), "an observation changed under its owner"
        seen += 1
    assert seen > 10 and env.num_agents == 0


def check_vector(opponents):
    env = uno.vector.VectorEnv(RULES, 32, 2, opponents)
    assert isinstance(env, gymnasium.vector.VectorEnv) and env.num_envs == 32 and env.unwrapped is env
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP and env.render_mode is None
    observations, infos = env.reset(seed=1)
    assert observations.shape == env.observation_space.shape and observations.dtype == env.observation_space.dtype
    ended = 0
    for _ in range(100):
        assert infos["action_mask"].shape == (32, env.single_action_space.n)
        observations, rewards, terminations, truncations, infos = env.step(env.sample())
        assert rewards.shape == terminations.shape == truncations.shape == (32,)
        assert terminations.dtype == truncations.dtype == np.bool_ and not truncations.any()
        assert (np.abs(rewards) == terminations).all()
        ended += terminations.sum()
    assert ended == env.ended > 0
    env.close()
    assert env.closed


def check_with_the_packages():
    from gymnasium.wrappers.vector import RecordEpisodeStatistics
    from pettingzoo.test import api_test, render_test, seed_test
    for rules, players in ((RULES, 2), (RULES, 4), (uno.Rules("split-v3"), 3)):
        api_test(uno.aec.Env(rules, players), num_cycles=200)
        seed_test(lambda **arguments: uno.aec.Env(rules, players, **arguments), num_cycles=50)
    render_test(lambda **arguments: uno.aec.Env(RULES, 2, **arguments))
    env = RecordEpisodeStatistics(uno.vector.VectorEnv(RULES, 64, 2, "random"))
    env.reset(seed=1)
    ended = 0
    for _ in range(200):
        infos = env.step(env.unwrapped.sample())[-1]
        ended += infos["_episode"].sum() if "_episode" in infos else 0
    assert ended == env.unwrapped.ended > 0


same_arguments(uno.aec.Env, pettingzoo.AECEnv, ("reset", "step", "observe", "render", "close", "observation_space",
                                                "action_space"))
same_arguments(uno.vector.VectorEnv, gymnasium.vector.VectorEnv, ("reset", "step", "render"))
for count in (2, 4):
    check_aec(count)
for opponent in (None, "random"):
    check_vector(opponent)
if "fakes" not in gymnasium.__file__:
    check_with_the_packages()
print("real" if "fakes" not in gymnasium.__file__ else "stand-ins", file=sys.stderr)
