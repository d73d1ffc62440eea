import type { Handler } from '../../service/endpoint.ts';
import { noSuchRoute } from '../errors.ts';
import { readTransformation, readTransformationText } from '../pictures/transformation.ts';
import type { StorageRequest } from '../request.ts';
import { renditionResponse } from './object-response.ts';
import { callerObject, publicObject, requestedVersion, signedObject } from './readable-object.ts';

/** As upstream, the routes exist only with `[storage.image_transformation] enabled = true`. */
function render(find: typeof callerObject): Handler<StorageRequest> {
  return async (request) => {
    const { imageTransformation, renditions, http, query } = request;
    if (!imageTransformation) throw noSuchRoute(http);
    const { object: found, audience, transformations } = await find(request);
    const transformation =
      transformations === undefined ? readTransformation(query) : readTransformationText(transformations);
    const object = requestedVersion(request, found);
    const rendition = await renditions.render(object, transformation, {
      accept: http.headers.get('accept') ?? '',
      quotaKeys: request.quotaKeys('anon', null),
    });
    return renditionResponse(request, object, rendition, audience);
  };
}

/** GET and HEAD /render/image/public/:bucket/:key?width&height&resize&quality&format, for everyone. */
export const renderPublicImage = render(publicObject);

/** GET and HEAD /render/image/authenticated/:bucket/:key, with the caller's rights. */
export const renderAuthenticatedImage = render(callerObject);

/** GET and HEAD /render/image/sign/:bucket/:key?token=. The token alone decides the transformation. */
export const renderSignedImage = render(signedObject);
