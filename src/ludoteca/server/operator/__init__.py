"""What the person who runs the house can do and see: keys, admission, mutes, reports, audit log."""
