import type { tripCode as es } from '../es/tripCode.ts';

export const tripCode: typeof es = {
  open: 'Book with day, flight and price',
  back: 'Back',
  heading: 'Open it on your phone',
  scan: 'Scan it: the booking opens with these details. Add your name and send it by WhatsApp.',
  qr: 'QR code that opens the booking with these details',
  details: {
    chatHeading: 'Message us',
    heading: 'Book with day, flight and price',
    text: 'Day, flight, people and luggage: you see the price before sending.',
    qr: 'QR code to book with day, flight and price',
  },
  fields: {
    direction: 'Trip',
    directions: { from: 'From the airport', to: 'To the airport' },
    date: 'Day',
    time: { from: 'Time your flight lands', to: 'Time we pick you up' },
    place: { from: 'Where are you going?', to: 'Where do we pick you up?' },
    otherPlace: 'Another place',
    people: 'Passengers',
    bags: 'Bags',
  },
};
