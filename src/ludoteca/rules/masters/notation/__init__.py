"""Masters of Renaissance as JSON: positions, views, actions, events and card sets, and why an action is refused."""
