"""What people have to do with one another: challenges, ratings, profiles, blocks and reports."""
