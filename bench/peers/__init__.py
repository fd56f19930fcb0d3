"""Other game servers, to measure ours beside."""
