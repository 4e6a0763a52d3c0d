// Text about mail, on the account's page.

export const words = {
  title: "Mail",
  why: "Hear of your games by mail. Nothing is sent before you have confirmed the address.",
  unconfirmed: "A link was sent to this address. Open it to confirm the address.",
  address: "Mail address",
  addressHint: "Empty: no mail.",
  kinds: {
    turns: "It is my move in a game with days per move (at most one mail an hour)",
    challenges: "Somebody challenges me",
    results: "A game with days per move is over",
  },
  save: "Save",
  saved: "Saved.",
  sent: "A link to confirm the address is on its way.",
  confirmed: "The address is confirmed.",
  ended: "No more mail will come.",
};
