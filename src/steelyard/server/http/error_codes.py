"""Every error code of the HTTP interface, with its status. Clients and translations go by these: they stay.

An error is `{"error": "a sentence for people", "code": "a word for programs"}`. Errors of the rules of games,
of contest files and the like have a code made of their class: `InvalidState` is `invalid_state`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.core.errors import SteelyardError

STATUS: dict[str, int] = {
    # Any request.
    "malformed_request": 422,
    "invalid_request": 422,
    "not_found": 404,
    "method_not_allowed": 405,
    "http_error": 400,
    "wrong_content_type": 415,
    "too_large": 413,
    "foreign_origin": 403,
    "header_missing": 403,
    "rate_limited": 429,
    "too_many_open": 429,
    "server_busy": 503,
    "database_unavailable": 503,
    "disk_full": 507,
    "internal_error": 500,
    # Who may do what.
    "not_signed_in": 401,
    "role_too_low": 403,
    "wrong_name_or_password": 401,
    "wrong_old_password": 403,
    "already_signed_in": 409,
    "invite_needed": 403,
    "invite_not_valid": 403,
    "invite_not_found": 404,
    "link_not_valid": 403,
    "name_taken": 409,
    "name_is_the_accounts": 409,
    "already_registered": 409,
    "account_not_found": 404,
    "own_account": 409,
    "last_administrator": 409,
    "too_many_attempts": 429,
    "metrics_not_allowed": 403,
    # Tables, analyses and puzzles.
    "table_not_found": 404,
    "table_reloading": 503,
    "turn_not_found": 404,
    "too_many_tables": 429,
    "too_many_positions": 422,
    "seat_not_available": 409,
    "wrong_invitation": 403,
    "hint_not_possible": 409,
    "position_in_play": 409,
    "film_failed": 503,
    "film_not_possible": 409,
    "table_private": 403,
    "puzzle_not_found": 404,
    "wrong_answer": 422,
    # People.
    "player_not_found": 404,
    "challenge_not_found": 404,
    "own_challenge": 409,
    "too_many_challenges": 429,
    "too_many_reports": 429,
    "rated_needs_account": 403,
    "rated_not_possible": 409,
    "rated_enough": 409,
    "rated_bot_running": 409,
    "tournament_not_found": 404,
    "tournament_not_yours": 403,
    "tournament_full": 409,
    "already_in_tournament": 409,
    "not_in_tournament": 409,
    "removed_from_team": 403,
    "wrong_tournament_state": 409,
    "too_many_tournaments": 429,
    "mail_not_possible": 409,
    "mail_too_often": 429,
    "mail_too_soon": 429,
    # Bots.
    "bot_not_found": 404,
    "bot_not_yours": 403,
    "bot_closed": 403,
    "bot_name_taken": 409,
    "bot_too_old": 409,
    "bot_is_remote": 409,
    "bot_is_not_remote": 409,
    "bots_cannot_run": 503,
    "kit_not_found": 404,
    "version_not_found": 404,
    "version_in_use": 409,
    "too_many_uploads": 429,
    "too_many_bots": 409,
    "too_many_versions": 409,
    "too_many_trials": 409,
    "no_space_left": 409,
    "trial_not_possible": 409,
    # Contests.
    "contest_not_found": 404,
    "contest_not_yours": 403,
    "contest_not_begun": 409,
    "contest_begun": 409,
    "wrong_contest_state": 409,
    "contest_code_needed": 403,
    "contest_code_not_found": 404,
    "not_captain": 403,
    "already_in_team": 409,
    "team_full": 409,
    "entrant_not_found": 422,
    "bot_not_eligible": 422,
    "no_grades": 404,
    "grades_not_published": 403,
    "report_not_published": 403,
    "page_not_found": 404,
    # Made of the classes of errors.
    "unknown_game": 422,
    "unknown_bot": 422,
    "invalid_option": 422,
    "invalid_state": 422,
    "invalid_move": 422,
    "illegal_move": 422,
    "invalid_clock": 422,
    "invalid_name": 422,
    "reserved_name": 422,
    "weak_password": 422,
    "invalid_upload": 422,
    "invalid_contest": 422,
    "invalid_formula": 422,
    "invalid_record": 422,
    "cannot_do": 422,
    "cannot_decide": 422,
}


def code_of(error: SteelyardError) -> str:
    """By its class, or by one that it derives from; whatever is not listed is just invalid."""
    names = (re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in type(error).__mro__)
    return next((name for name in names if name in STATUS), "invalid_request")
