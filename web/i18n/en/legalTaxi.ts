export const legalTaxi: typeof import('../es/legalTaxi.ts').legalTaxi = {
  compare: {
    title: 'First, compare',
    text: 'The plate on this screen must be the car’s, and the photo must show the person driving.',
    mismatch:
      'If they do not match, do not set off. If you are already on the road, ask to get out where there are people and call 133.',
  },
  signs: {
    title: 'How to recognise an authorised taxi',
    basic: {
      title: 'Standard taxi',
      line: 'Black with a yellow roof. Orange plate with black letters, a meter you can see, and the fare written on the windscreen.',
    },
    tourism: {
      title: 'Tourist taxi',
      line: 'Orange plate with white letters. The price depends on where you go and is agreed before setting off.',
    },
    counter: {
      title: 'At Santiago airport',
      line: 'Hire a taxi at the official counters, inside the terminal, before you walk out. They tell you the price.',
    },
    booked: {
      title: 'If you booked ahead',
      line: 'The company tells you who picks you up and in which car. Compare the name and the plate.',
    },
  },
  refuse: {
    title: 'What to refuse',
    hall: 'Rides offered to you in the arrivals hall or at the door, even if the person wears a uniform or a badge.',
    otherVehicle:
      'Being told that your transfer is not coming, and taken to another car. Call the company yourself.',
    noPrice: 'Setting off without knowing the price, or with the meter off or covered.',
    extras: 'Charges nobody mentioned before setting off, such as tolls or a change of route.',
    card: 'Paying by card without looking. Check the amount and its zeros on the machine before entering your PIN.',
  },
  law: 'Since the end of 2025, anyone offering informal rides at Chilean airports is fined, and so is anyone who knowingly takes one.',
  trouble:
    'If something goes wrong, note the plate. If you are in danger, call the police: 133. Complaints go to the Ministry of Transport.',
  note: 'This is general information and may change. The airport’s official counter and the Ministry of Transport have the last word.',
};
