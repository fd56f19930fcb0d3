"""What all dialects of Eriantys share: spelling of pieces, effects of characters, a narrator, a line client."""
