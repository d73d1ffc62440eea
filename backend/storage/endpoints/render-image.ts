import type { Context as HonoContext, Handler } from 'hono';
import { StorageError } from '../errors.ts';
import { signedObject } from './get-signed-object.ts';
import { objectAddress } from '../store/keys.ts';
import { renditionResponse, type Audience } from './object-response.ts';
import type { StoredObject } from '../store/objects.ts';
import { requestedVersion } from './requested-version.ts';
import type { StorageServices } from '../services.ts';
import {
  readTransformation,
  readTransformationText,
  type Transformation,
} from '../pictures/transformation.ts';

/** A picture that somebody asked for. */
interface Order {
  readonly object: StoredObject | undefined;
  readonly audience: Audience;
  readonly transformation: Transformation;
}

/** Where transformations are switched off the addresses do not exist, as upstream. */
function renderer(services: StorageServices, order: (c: HonoContext) => Promise<Order>): Handler {
  return async (c) => {
    if (!services.imageTransformation) throw new StorageError('NoSuchRoute', `${c.req.method}:${c.req.path}`);
    const { object, audience, transformation } = await order(c);
    const asked = requestedVersion(c, object);
    const accept = c.req.header('accept') ?? '';
    const payers = services.payers(c, { role: 'anon', userId: null });
    const rendition = await services.renditions.render(asked, transformation, { accept, payers });
    return renditionResponse(c, asked, rendition, audience);
  };
}

/** GET and HEAD /render/image/public/:bucket/:key?width&height&resize&quality&format, for everybody. */
export function renderPublicImage(services: StorageServices): Handler {
  return renderer(services, async (c) => {
    const found = await services.objects.findPublic(objectAddress(c.req.raw, '/render/image/public/'));
    if (found.bucket !== 'public') throw new StorageError('NoSuchBucket');
    const transformation = readTransformation(c.req.query());
    return { object: found.object, audience: { isPublic: true }, transformation };
  });
}

/** GET and HEAD /render/image/authenticated/:bucket/:key, with the caller's rights. */
export function renderAuthenticatedImage(services: StorageServices): Handler {
  return renderer(services, async (c) => {
    const address = objectAddress(c.req.raw, '/render/image/authenticated/');
    const { session } = await services.identify(c.req.raw);
    const object = await services.objects.find(session, address);
    return { object, audience: { isPublic: false }, transformation: readTransformation(c.req.query()) };
  });
}

/** GET and HEAD /render/image/sign/:bucket/:key?token=. What is made of the picture, the token says alone. */
export function renderSignedImage(services: StorageServices): Handler {
  return renderer(services, async (c) => {
    const { object, grant } = await signedObject(services, c.req.raw, '/render/image/sign/');
    const transformation = readTransformationText(grant.transformations);
    return { object, audience: { isPublic: false, expires: grant.expires }, transformation };
  });
}
