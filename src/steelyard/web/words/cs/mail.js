// Text about mail, on the account's page.

/** @type {typeof import("../mail.js").words} */
export const words = {
  title: "E-mail",
  why: "Dostávejte zprávy o svých partiích e-mailem. Dokud adresu nepotvrdíte, nic se neposílá.",
  unconfirmed: "Na tuto adresu jsme poslali odkaz. Otevřením odkazu adresu potvrdíte.",
  address: "E-mailová adresa",
  addressHint: "Prázdná: žádné e-maily.",
  kinds: {
    turns: "Jsem na tahu v partii s dny na tah (nejvýše jeden e-mail za hodinu)",
    challenges: "Někdo mě vyzývá",
    results: "Skončila partie s dny na tah",
  },
  save: "Uložit",
  saved: "Uloženo.",
  sent: "Odkaz k potvrzení adresy je na cestě.",
  confirmed: "Adresa je potvrzená.",
  ended: "Žádné další e-maily už nepřijdou.",
};
