import { columnsOf, exampleProfile } from '../../shared/records/driver.ts';
import type { Driver } from '../data/drivers/drivers.ts';

const day = '2026-03-01T12:00:00Z';

/** Stands in the preview for whoever drives; without a photo, so that nothing is loaded. */
export const sampleDriver: Driver = {
  ...columnsOf(exampleProfile),
  id: '00000000-0000-4000-8000-000000000000',
  verification_code: 'K7M2QX',
  photo_url: null,
  pending_photo_url: null,
  approved: true,
  approved_at: day,
  approved_by: null,
  has_account: true,
  left_at: null,
  left_by: null,
  state: 'active',
  average_rating: 4.8,
  rating_total: 480,
  review_count: 100,
  created_at: day,
  created_by: null,
  version: 1,
  days_off: [],
};
