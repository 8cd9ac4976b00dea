/** Where the picture lies of who won a contest (PNG, 1200 by 630 pixels): everybody may see it whom the winner's page is for. */
export const winnerPicture = (contestId: string) => `/media/winners/${contestId}.png`;
