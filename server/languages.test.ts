import { expect, test } from 'vitest';
import { languages as languagesOfMails } from '../backend/index.ts';
import { languages } from '../shared/languages.ts';

test('the backend writes mails in every language of the app', () => {
  expect([...languages].filter((language) => !languagesOfMails.includes(language))).toEqual([]);
});
