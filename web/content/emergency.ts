/** The emergency numbers of Chile: SAMU, Bomberos and Carabineros. */
export const emergencyNumbers = [
  { service: 'ambulance', number: '131' },
  { service: 'fire', number: '132' },
  { service: 'police', number: '133' },
] as const;
