/** A contest whose teams have one member has no teams. */
export const NO_TEAMS = 1;
export const MAX_TEAM_SIZE = 10;

export const MAX_TEAM_NAME_LENGTH = 40;

/** Returns the text of the form's field, "" if there are no teams. */
export const toTeamSizeText = (size: number | undefined): string =>
  size === undefined || size === NO_TEAMS ? "" : String(size);
