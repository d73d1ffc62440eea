/** The sentences of `i18n/<language>/phrases.ts` by group, in display order. */
export const phraseGroups = {
  car: ['airConditioning', 'slower', 'window', 'musicOff', 'charger', 'childSeat'],
  stops: ['bathroom', 'pharmacy', 'cashMachine', 'water', 'supermarket', 'exchange'],
  trip: ['hotel', 'howLong', 'terminal', 'stopHere', 'waitForMe', 'luggage'],
  help: ['cardPayment', 'receipt', 'callSomeone', 'sick', 'hospital', 'thankYou'],
} as const;

export type PhraseGroup = keyof typeof phraseGroups;
export type PhraseId = (typeof phraseGroups)[PhraseGroup][number];

/** The driver's answers to a sentence. */
export const answers = ['yes', 'no', 'moment', 'soon', 'arriving', 'show'] as const;
export type AnswerId = (typeof answers)[number];
