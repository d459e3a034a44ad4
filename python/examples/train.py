"""A small policy learns to beat `random`, with numpy alone. The cells (# %%) run one after another, in an editor that
knows cells or as a whole:

    PYTHONPATH=python python3 python/examples/train.py             # about half a minute on one core
    PYTHONPATH=python python3 python/examples/train.py --short     # a few seconds, to see that it works

It wants a Python with numpy: Debian's, /usr/bin/python3, has it with the package python3-numpy.
"""

# %% What is played: official UNO, one deal, two players, 1024 tables at once against `random`.
import sys
import time

try:
    import numpy as np
except ModuleNotFoundError:
    sys.exit("train.py needs numpy: install python3-numpy and run it with Debian's Python, /usr/bin/python3")

import uno

RULES = uno.Rules("official", target=0)
GAMES, STEPS, DISCOUNT, TRACE = 1024, 32, 0.99, 0.95


# %% What the policy looks at: a few numbers made of the observation, for all tables at once.
def features(observations, fields):
    """(games, 31): how many cards of each colour, sort and so on."""
    part = {name: observations[:, where].astype(np.float32) for name, where in fields.items()}
    hand = part["hand"].reshape(-1, 4, 16)
    colours = hand[:, :, :13].sum(2) / 4
    sorts = np.concatenate([hand[:, :, 10:13].sum(1), hand[:, :2, 15]], 1)  # Skip, Reverse, +2, Wild, Wild +4
    theirs = part["cards"][:, 1:]
    few = np.concatenate([theirs <= 1, theirs <= 2, theirs <= 4], 1)
    return np.concatenate([np.ones_like(theirs), colours, sorts, part["cards"] / 8, few, part["colour"], part["phase"],
                           part["pending"] / 4, part["top"][:, 10:13], part["pile"] / 100], 1).astype(np.float32)


# %% The policy: a score for each action, linear in the features; what is not legal is left out.
class Policy:
    def __init__(self, inputs, actions):
        self.weights = {"act": np.zeros((inputs, actions), np.float32), "value": np.zeros(inputs, np.float32)}
        self.moments = {name: [np.zeros_like(w), np.zeros_like(w)] for name, w in self.weights.items()}
        self.updates = 0

    def chances(self, x, mask):
        scores = np.where(mask, x @ self.weights["act"], -np.inf)
        chances = np.exp(scores - scores.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True)

    def value(self, x):
        return x @ self.weights["value"]

    def climb(self, gradients, rate):
        """One step of Adam."""
        self.updates += 1
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            unbiased = first / (1 - 0.9**self.updates), second / (1 - 0.999**self.updates)
            self.weights[name] += rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)


def choose(chances, random):
    """One action for each row, drawn by its chances: no loop over the tables."""
    sums = chances.cumsum(1)
    return (sums < random.random((len(sums), 1)) * sums[:, -1:]).sum(1).clip(max=sums.shape[1] - 1)


# %% Playing a stretch: the arrays of the environment are filled anew by every step, so what is kept is copied.
def stretch(env, policy, random):
    kept = []
    for _ in range(STEPS):
        x, mask = features(env.observations, env.encoding.fields), env.action_mask.astype(bool)
        chances = policy.chances(x, mask)
        actions = choose(chances, random)
        _, rewards, dones, _, _ = env.step(actions)
        kept.append((x, chances, actions, rewards.copy(), dones.copy()))
    return kept, features(env.observations, env.encoding.fields)


# %% Learning from it: actions that turned out better than expected become likelier (actor and critic, GAE).
def learn(policy, kept, after, rate):
    act, value, ahead, gain = 0, 0, policy.value(after), 0
    for x, chances, actions, rewards, dones in reversed(kept):
        now, going_on = policy.value(x), DISCOUNT * ~dones
        gain = rewards + going_on * ahead - now + going_on * TRACE * gain
        error = -chances * gain[:, None]
        error[np.arange(len(actions)), actions] += gain
        with np.errstate(divide="ignore", invalid="ignore"):
            surprise = np.where(chances > 0, np.log(chances), 0)
        spread = -chances * (surprise - (chances * surprise).sum(1, keepdims=True))
        act = act + x.T @ (error + 0.003 * spread)
        value = value + x.T @ gain
        ahead = now
    count = len(kept) * len(after)
    policy.climb({"act": act / count, "value": value / count}, rate)


def train(iterations, seed=1, say=print):
    env = uno.vector.VectorEnv(RULES, games=GAMES, players=2, opponents="random")
    env.reset(seed)
    random = np.random.default_rng(seed)
    policy = Policy(features(env.observations, env.encoding.fields).shape[1], env.n)
    won = ended = 0
    for iteration in range(1, iterations + 1):
        kept, after = stretch(env, policy, random)
        learn(policy, kept, after, rate=0.06 * (1 - iteration / (iterations + 1)) + 0.002)
        won += sum((rewards > 0).sum() for _, _, _, rewards, _ in kept)
        ended += sum(dones.sum() for *_, dones in kept)
        if iteration % max(1, iterations // 10) == 0:
            say(f"iteration {iteration:4}: wins {won / max(ended, 1):6.1%} of the last {ended} games")
            won = ended = 0
    return policy


# %% How good is it? Fresh games, the likeliest action each time, a 95 % interval.
def measure(policy, games, seed=1000):
    """(share of games won, half of the interval, games): every table plays the same number of games."""
    env = uno.vector.VectorEnv(RULES, games=GAMES, players=2, opponents="random")
    env.reset(seed)
    each = -(-games // GAMES)
    won, played = np.zeros(GAMES), np.zeros(GAMES, int)
    while played.min() < each:
        x = features(env.observations, env.encoding.fields)
        actions = policy.chances(x, env.action_mask.astype(bool)).argmax(1)
        _, rewards, dones, _, _ = env.step(actions)
        counts = dones & (played < each)
        won += counts * (rewards > 0)
        played += dones
    total = each * GAMES
    share = won.sum() / total
    return share, 1.96 * (share * (1 - share) / total) ** 0.5, total


# %% All together.
def main(short=False):
    start = time.time()
    before = measure(Policy(31, 128), 2048 if short else 8192)
    print(f"untrained: wins {before[0]:.1%} +- {before[1]:.1%}")
    policy = train(20 if short else 70)
    share, half, games = measure(policy, 4096 if short else 20480)
    print(f"trained:   wins {share:.1%} +- {half:.1%} of {games} games against random ({time.time() - start:.0f} s)")
    return before[0], share, half


if __name__ == "__main__":
    main("--short" in sys.argv[1:])
