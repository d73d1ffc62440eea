/** The address of a driver's trips on the driver's own phone. */
export const tripsPath = '/mis-viajes';

/** Whether this is the driver's own phone. A tablet in a vehicle, which passengers use, shows the home screen at `/`. */
export const isOwnPhone = (): boolean => window.location.pathname.toLowerCase().startsWith(tripsPath);
