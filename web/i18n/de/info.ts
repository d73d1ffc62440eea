export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} Minuten`,
  gate: (gate) => `Ausgang ${gate}`,
  airport: {
    toCentre: { title: 'Vom Flughafen ins Zentrum', line: 'Mit dem Auto bei normalem Verkehr' },
    domestic: { title: 'Inlandsterminal', line: 'Flüge innerhalb Chiles' },
    international: { title: 'Internationales Terminal', line: 'Flüge aus dem und ins Ausland' },
  },
  routes: {
    intro: 'Ab Flughafen',
    downtown: 'Stadtzentrum',
    currency:
      'Preise in chilenischen Pesos (CLP). Der Punkt trennt die Tausender: $15.000 sind fünfzehntausend Pesos.',
  },
  return: {
    service: {
      title: 'Rückfahrtservice',
      line: 'Wir bringen Sie zu jeder Uhrzeit und an jedem Tag zurück zum Flughafen.',
    },
    wait: { title: 'Längste Wartezeit', line: 'Damit Sie entspannt und pünktlich zurückkommen.' },
    ask: 'Rückfahrt per WhatsApp anfragen',
  },
  safety: {
    gps: { title: 'GPS in Echtzeit', line: 'Die Firma weiß jederzeit, wo Ihr Wagen gerade ist.' },
    driver: {
      title: 'Geprüfter Fahrer',
      line: 'Foto, Name und Kennzeichen stehen auf diesem Bildschirm: Sie können vergleichen.',
    },
    insurance: { title: 'Reiseversicherung', line: 'Sie gilt während der Fahrt für alle Fahrgäste.' },
    monitoring: {
      title: 'Überwachung rund um die Uhr',
      line: 'Unsere Leitstelle begleitet jede Fahrt, 24/7, bei Tag und Nacht.',
    },
  },
};
