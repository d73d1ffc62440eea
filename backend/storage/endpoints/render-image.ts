import {
  readTransformation,
  readTransformationText,
  type Transformation,
} from '../pictures/transformation.ts';
import type { StorageEndpoint, StorageRequest } from '../request.ts';
import { renditionResponse } from './object-response.ts';
import { callerObject, publicObject, requestedVersion, signedObject } from './readable-object.ts';
import type { ReadableObject } from './readable-object.ts';

type Found = ReadableObject & { readonly transformation: Transformation };

function renderer(find: (request: StorageRequest) => Promise<Found>): StorageEndpoint {
  return async (request) => {
    const { services, raw } = request;
    const { object: found, audience, transformation } = await find(request);
    const object = requestedVersion(request, found);
    const rendition = await services.renditions.render(object, transformation, {
      accept: raw.headers.get('accept') ?? '',
      payers: request.payers('anon', null),
    });
    return renditionResponse(request, object, rendition, audience);
  };
}

/** GET and HEAD /render/image/public/:bucket/:key?width&height&resize&quality&format, for everyone. */
export const renderPublicImage = renderer(async (request) => ({
  ...(await publicObject(request)),
  transformation: readTransformation(request.query),
}));

/** GET and HEAD /render/image/authenticated/:bucket/:key, with the caller's rights. */
export const renderAuthenticatedImage = renderer(async (request) => ({
  ...(await callerObject(request)),
  transformation: readTransformation(request.query),
}));

/** GET and HEAD /render/image/sign/:bucket/:key?token=. The token alone decides the transformation. */
export const renderSignedImage = renderer(async (request) => {
  const { transformations, ...found } = await signedObject(request);
  return { ...found, transformation: readTransformationText(transformations) };
});
