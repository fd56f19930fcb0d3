"""What all dialects of Masters of Renaissance share: words for pieces, reading of boards, payments, a narrator."""
