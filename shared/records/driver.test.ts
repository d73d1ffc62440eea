import { expect, test } from 'vitest';
import {
  changedColumns,
  columnsOf,
  emptyProfile,
  metadataOf,
  profileFromMetadata,
  profileOf,
  type Profile,
} from './driver.ts';

const profile: Profile = {
  ...emptyProfile,
  name: 'Diego Rojas',
  phone: '+56912345678',
  licensePlate: 'BBBB12',
  driverCode: 'D-7',
};

test('a profile survives the way into a record and into a sign-up, and back', () => {
  expect(profileOf(columnsOf(profile))).toEqual(profile);
  expect(profileFromMetadata(metadataOf(profile))).toEqual(profile);
});

test('metadata that somebody else wrote is read as text or not at all', () => {
  expect(profileFromMetadata({ name: 7, phone: null })).toEqual(emptyProfile);
});

test('only the changed columns are written', () => {
  expect(changedColumns(profile, profile)).toEqual({});
  expect(changedColumns(profile, { ...profile, phone: '+56987654321' })).toEqual({ contact: '+56987654321' });
});
