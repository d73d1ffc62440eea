/** Words used on more than one screen. */
export const common = {
  loading: 'Cargando…',
  close: 'Cerrar',
  retry: 'Reintentar',
  signOut: 'Cerrar sesión',
  cannotLoadTitle: 'No pudimos cargar tus datos',
  skipToContent: 'Saltar al contenido',
  rating: 'Calificación',
};
