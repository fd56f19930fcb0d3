"""Tree search over the rules, with a small learned network at its leaves. Compiled like the rules, and beside them."""
