"""What stages share: the interface, the schedule of matches, tables and brackets."""
