export const waiting: typeof import('../es/waiting.ts').waiting = {
  title: 'Votre inscription est en cours d’examen',
  text: 'L’entreprise n’a pas encore approuvé votre fiche. Dès qu’elle le fera, cet écran s’ouvrira tout seul.',
  contact: 'Pour toute question, contactez l’entreprise.',
  check: 'Vérifier maintenant',
  still: 'Toujours en cours d’examen.',
};
