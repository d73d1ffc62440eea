import { StorageClient } from '@supabase/storage-js';
import sharp from 'sharp';
import type { App } from '../app.ts';
import type { Context } from '../service/context.ts';

/** A picture of one colour. */
export async function picture(
  width = 40,
  height = 30,
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg',
): Promise<Buffer> {
  const blank = sharp({ create: { width, height, channels: 3, background: '#b5622e' } });
  return blank.toFormat(format).toBuffer();
}

/** A file as a browser's file picker returns it. */
export function file(bytes: Buffer, type = 'image/jpeg'): File {
  return new File([new Uint8Array(bytes)], 'photo.jpg', { type });
}

/** The official client, whose requests go straight into the app; it uses the publishable key without a token. */
export function storageClient(
  { app, context }: { readonly app: App; readonly context: Context },
  token?: string,
): StorageClient {
  const { publicUrl, keys } = context.config;
  const headers = { apikey: keys.publishable, authorization: `Bearer ${token ?? keys.publishable}` };
  const send = (input: string | URL | Request, init?: RequestInit) => app.fetch(new Request(input, init));
  return new StorageClient(`${publicUrl}/storage/v1`, headers, send);
}

/** A key below the person's own prefix. */
export function photoKey(userId: string, name = '1700000000000.jpg'): string {
  return `profile-photos/${userId}-${name}`;
}
