import inspect
import typing
import unittest

import uno


class HintsTest(unittest.TestCase):
    def public(self):
        for module in (uno, uno.aec, uno.vector, uno.encoding, uno.match, uno.seat, uno.fair):
            for name, thing in vars(module).items():
                if name.startswith("_") or not str(getattr(thing, "__module__", "")).startswith("uno"):
                    continue
                if module is not uno and thing.__module__ != module.__name__:
                    continue  # lent from another module
                yield f"{module.__name__}.{name}", thing
                for part, method in vars(thing).items() if inspect.isclass(thing) else ():
                    method = getattr(method, "__func__", method)
                    if inspect.isfunction(method) and method.__name__ != "<lambda>" and not part.startswith("_"):
                        yield f"{module.__name__}.{name}.{part}", method

    def test_whatever_is_public_has_a_docstring_and_hints(self):
        count = 0
        for name, thing in self.public():
            self.assertTrue(inspect.getdoc(thing), name)
            if inspect.isfunction(thing):
                hints = typing.get_type_hints(thing)
                missing = set(inspect.signature(thing).parameters) - set(hints) - {"self", "cls"}
                self.assertFalse(missing, name)
                self.assertIn("return", hints, name)
                count += 1
        self.assertGreater(count, 60)
