export const shift: typeof import('../../es/fleet/shift.ts').shift = {
  classes: { basico: 'Standard', ejecutivo: 'Business', turismo: 'Tourismus', transfer: 'Transfer' },
  intro: 'Wählen Sie Ihr Auto, während es steht.',
  vehicles: 'Autos, die Sie nehmen können',
  last: 'Ihr letztes',
  assigned: 'Ihnen zugewiesen',
  current: (since) => `In Schicht seit ${since}`,
  end: 'Schicht beenden',
  ended: 'Die Schicht ist beendet. Fahrgäste sehen Ihr eigenes Kennzeichen.',
  ownPlate: (plate) => `Ohne Schicht sehen Fahrgäste Ihr eigenes Kennzeichen: ${plate}.`,
  noPlate: 'Ohne Schicht sehen Fahrgäste kein Kennzeichen.',
  search: 'Nach Kennzeichen suchen',
  none: 'Es gibt kein Auto mit diesem Kennzeichen, das Sie nehmen können.',
  notActive: 'Sobald das Unternehmen Ihren Eintrag aktiviert hat, wählen Sie hier Ihr Auto.',
  taken: (name) => `${name} hat es.`,
  takeOverText: 'Wenn Sie es nehmen, endet die Schicht dieser Person.',
  takeOver: (plate) => `${plate} nehmen`,
  back: 'Ein anderes wählen',
  noSignal: (plate) =>
    `Ohne Netz können Sie das Auto nicht wechseln. Fahrgäste sehen weiterhin ${plate}. Versuchen Sie es wieder, sobald Sie Netz haben.`,
  noSignalWithoutPlate:
    'Ohne Netz können Sie das Auto nicht wechseln. Versuchen Sie es wieder, sobald Sie Netz haben.',
  menuLine: 'Während das Auto steht',
};
