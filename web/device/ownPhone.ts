/** Whether this is the driver's own phone: at `/mis-viajes`. A tablet in a vehicle, which passengers use, shows the home screen at `/`. */
export const isOwnPhone = (): boolean => /^\/mis-viajes\b/i.test(window.location.pathname);
