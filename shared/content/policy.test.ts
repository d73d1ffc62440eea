import { expect, test } from 'vitest';
import { policyDraft2, takePolicy } from './policy-2.ts';
import { policySections } from './policy.ts';
import { findProblems } from './problems.ts';
import { readFirstRelease } from '../testing/content.ts';

const first = readFirstRelease();
const legal = {
  ...first.company,
  name: 'Andes {contact}',
  legalName: 'Transportes Andes SpA',
  rut: '76.123.456-7',
  address: 'Av. Apoquindo 1234, Las Condes',
  email: 'datos@example.cl',
};

test('version 2 is a valid document, dated the day the law takes effect', () => {
  const second = takePolicy(first);
  expect(findProblems(second)).toEqual([]);
  expect(second.policy).toMatchObject({ version: 2, date: '2026-12-01' });
  expect({ ...second, policy: first.policy }).toEqual(first);
});

test('taken over again, or after a version of the company’s own, it is a newer version', () => {
  expect(takePolicy(takePolicy(first)).policy.version).toBe(3);
});

test('what the administrator has to do is not part of the policy', () => {
  expect(policyDraft2.reviewNote).toMatch(/^Borrador: un abogado/);
  expect(JSON.stringify(policyDraft2.policy)).not.toMatch(/borrador|abogado/i);
});

test('it names the company with the legal data that it has given, and leaves out the rest', () => {
  const [responsible] = policySections({ ...takePolicy(first), company: legal });
  expect(responsible?.items).toEqual([
    'Razón social: Transportes Andes SpA',
    'RUT: 76.123.456-7',
    'Domicilio: Av. Apoquindo 1234, Las Condes',
    'Correo electrónico: datos@example.cl',
  ]);
  expect(responsible?.text).toContain('Andes {contact} («la empresa»');
  expect(responsible?.text).toContain('por correo a datos@example.cl');
  expect(policySections(takePolicy(first))[0]?.items).toEqual([]);
});

test('every placeholder is known', () => {
  const whatsapp = { ...legal, name: 'Andes', phone: '+56221234567', whatsappNumber: '+56912345678' };
  const text = JSON.stringify(policySections({ ...takePolicy(first), company: whatsapp }));
  expect(text).not.toMatch(/[{]\w+[}]/);
  expect(text).toContain('WhatsApp: +56 9 1234 5678');
});

test.each([
  ['the responsible company', /responsable del tratamiento/],
  ['purposes and legal bases', /interés legítimo.*cumplimiento de la ley/s],
  ['periods', /365 días/],
  ['recipients', /No vendemos datos personales/],
  ['transfers', /fuera de Chile/],
  ['rights', /Acceso.*Rectificación.*Supresión.*Oposición.*Portabilidad.*Bloqueo/s],
  ['how to use them', /30 días corridos/],
  ['the Agency', /reclamar ante la Agencia/],
  ['minors', /menores de 14 años/],
])('it says what Ley 21.719 asks for: %s', (_, expected) => {
  expect(JSON.stringify(policySections(takePolicy(first)))).toMatch(expected);
});
