import { expect, test } from 'vitest';
import type { FoundOwner } from '../../../data/documents/documentGrid.ts';
import { assignFile, ownerNames } from './fileNames.ts';
import type { NamedKind } from '../kindNames.ts';

const kinds: readonly NamedKind[] = [
  ...['Licencia A1', 'Licencia A2', 'Licencia A3', 'Certificado de antecedentes'].map((name) => ({
    id: name,
    owner: 'driver',
    name,
  })),
  ...['Permiso de circulación', 'SOAP', 'Revisión técnica', 'Seguro', 'RNSTP'].map((name) => ({
    id: name,
    owner: 'vehicle',
    name,
  })),
];
const owner = (kind: 'driver' | 'vehicle', written: string, held: readonly string[] = []): FoundOwner => ({
  written,
  owner: kind,
  id: written,
  name: written,
  driver_code: kind === 'driver' ? written : null,
  documents: held.map((kind_id) => ({
    id: kind_id,
    kind_id,
    number: null,
    expires_on: '2027-01-31',
    issued_on: null,
    file: null,
    version: 1,
  })),
});
const owners = [
  owner('vehicle', 'BBCD12'),
  owner('vehicle', 'BBCD34'),
  owner('vehicle', 'AB1234'),
  owner('vehicle', 'TAXI01'),
  owner('driver', 'C014', ['Licencia A2']),
  owner('driver', '007'),
  owner('driver', 'A7'),
  owner('driver', '12'),
  owner('driver', '2026'),
  // Two drivers share it.
  owner('driver', 'X9'),
  owner('driver', 'X9'),
];

test.for([
  ['BBCD12 soap 2026.pdf', 'BBCD12', 'SOAP'],
  ['bb·cd-12_permiso-circulacion.jpg', 'BBCD12', 'Permiso de circulación'],
  ['C-014 licencia.heic', 'C014', 'Licencia A2'],
  ['BBCD12.SOAP.pdf', 'BBCD12', 'SOAP'],
  ['SOAP BB-CD-12.pdf', 'BBCD12', 'SOAP'],
  ['soap2026_bbcd12.PDF', 'BBCD12', 'SOAP'],
  ['Seguro Obligatorio BBCD 12.pdf', 'BBCD12', 'SOAP'],
  ['seguro_soap_bbcd12.png', 'BBCD12', 'SOAP'],
  ['Póliza SOAP BBCD-34 (2).pdf', 'BBCD34', 'SOAP'],
  ['BBCD34 póliza.pdf', 'BBCD34', 'Seguro'],
  ['BBCD34 poliza seguro liberty.pdf', 'BBCD34', 'Seguro'],
  ['seguro automotriz ab 12 34.pdf', 'AB1234', 'Seguro'],
  ['SEGURO-AB1234.PDF', 'AB1234', 'Seguro'],
  ['Permiso de Circulación BBCD12.jpeg', 'BBCD12', 'Permiso de circulación'],
  ['permisocirculacion BBCD12.pdf', 'BBCD12', 'Permiso de circulación'],
  ['PERMISO BBCD12.pdf', 'BBCD12', 'Permiso de circulación'],
  ['circulación 2026 bb cd 12.pdf', 'BBCD12', 'Permiso de circulación'],
  ['BBCD12 - Permiso circ. 2026.pdf', 'BBCD12', 'Permiso de circulación'],
  ['Revisión Técnica TAXI-01.pdf', 'TAXI01', 'Revisión técnica'],
  ['rev_tecnica_taxi01.jpg', 'TAXI01', 'Revisión técnica'],
  ['Rev. Téc. TAXI01.jpg', 'TAXI01', 'Revisión técnica'],
  ['taxi01 RT.pdf', 'TAXI01', 'Revisión técnica'],
  ['TAXI01_PRT_2026-03.pdf', 'TAXI01', 'Revisión técnica'],
  ['revisiontecnica-taxi01.pdf', 'TAXI01', 'Revisión técnica'],
  ['RNSTP TAXI01.pdf', 'TAXI01', 'RNSTP'],
  ['certificado rnstp taxi 01.pdf', 'TAXI01', 'RNSTP'],
  ['Registro Nacional - TAXI01.pdf', 'TAXI01', 'RNSTP'],
  ['007 licencia a2.jpg', '007', 'Licencia A2'],
  ['licencia A-3 007.jpg', '007', 'Licencia A3'],
  ['Licencia de conducir clase A1 - 007.pdf', '007', 'Licencia A1'],
  ['lic a1 c014.png', 'C014', 'Licencia A1'],
  ['c_014 LICENCIA-A3.pdf', 'C014', 'Licencia A3'],
  ['A7 licencia A2.pdf', 'A7', 'Licencia A2'],
  ['007 certificado de antecedentes.pdf', '007', 'Certificado de antecedentes'],
  ['Certificado_antecedentes_C014.pdf', 'C014', 'Certificado de antecedentes'],
  ['12 licencia a2.pdf', '12', 'Licencia A2'],
  ['2026 licencia a1.pdf', '2026', 'Licencia A1'],
  // The copy's number and the year are no codes.
  ['C014 licencia a2 (12).pdf', 'C014', 'Licencia A2'],
  ['licencia a2 C014 2026.pdf', 'C014', 'Licencia A2'],
  ['soap bbcd12 vence 31-03-2027.pdf', 'BBCD12', 'SOAP'],
  // Nothing is guessed.
  ['007 licencia.pdf', '007', ''],
  ['BBCD12.pdf', 'BBCD12', ''],
  ['soap.pdf', '', 'SOAP'],
  ['X9 licencia a1.pdf', '', 'Licencia A1'],
  ['BBCD12 BBCD34 soap.pdf', '', 'SOAP'],
  ['007 soap.pdf', '', 'SOAP'],
  ['licencia a2 (12).pdf', '', 'Licencia A2'],
  ['IMG_2034.JPG', '', ''],
  ['WhatsApp Image 2026-11-24 at 10.12.jpeg', '', ''],
  ['ZZZZ99 soap.pdf', '', 'SOAP'],
] as const)('%s', ([name, id, kind]) => {
  const assigned = assignFile(name, kinds, owners);
  expect([assigned.owner?.id ?? '', assigned.kindId]).toEqual([id, kind]);
});

test('a day behind “vence” is the expiry, another one is not', () => {
  expect(assignFile('soap bbcd12 vence 31-03-2027.pdf', kinds, owners).expiresOn).toBe('2027-03-31');
  expect(assignFile('bbcd12 permiso venc. 2027-03-31.pdf', kinds, owners).expiresOn).toBe('2027-03-31');
  expect(assignFile('soap bbcd12 31-03-2026.pdf', kinds, owners).expiresOn).toBe('');
});

test('the database is asked for each part of a name and for those written apart', () => {
  expect(ownerNames('bb·cd-12_soap.jpg')).toEqual(
    expect.arrayContaining(['BB', 'BBCD', 'BBCD12', 'BBCD12SOAP', 'CD12', '12', 'SOAP']),
  );
});
