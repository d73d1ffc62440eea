export const replies: typeof import('../es/replies.ts').replies = {
  bookings: {
    ways: {
      to: (place: string) => `from ${place} to the airport`,
      from: (place: string) => `from the airport to ${place}`,
    },
    hello: (name: string) => `Hello ${name}.`,
    helloNameless: 'Hello.',
    goodbye: 'Have a good trip!',
    replyPrice: (price: string) => `Price: ${price}.`,
    replyDriver: (driver: string) => `Driver: ${driver}.`,
    replyPlate: (plate: string) => `Plate: ${plate}.`,
    inquire: 'on request',
    templates: {
      confirm: (day: string, time: string, way: string) =>
        `We confirm your transfer on ${day} at ${time}, ${way}.`,
      price: (day: string, time: string, way: string, price: string) =>
        `Thank you for your booking on ${day} at ${time}, ${way}. The price for that day: ${price}. Shall we confirm it?`,
      impossible: (day: string, time: string) =>
        `We are sorry: on ${day} at ${time} we have no vehicle available. Would another time suit you?`,
    },
  },
  cases: {
    found: (number) =>
      `Good news: we have found what you lost (case ${number}). When and where may we hand it over to you?`,
    searching: (number) =>
      `We have received your message (case ${number}). We have asked the driver and are searching the car. We will write as soon as we know more.`,
    notFound: (number) =>
      `We searched the car and asked the driver but did not find what you lost (case ${number}). If it turns up, we will tell you at once.`,
    sorry: (number) =>
      `We are sorry about what happened (case ${number}). We have spoken to the driver and are making sure it does not happen again. Thank you for telling us.`,
    receipt: (number) =>
      `To send you the receipt (case ${number}) we need the name or company, the tax or identity number, and the amount you paid.`,
    moreDetails: (number) =>
      `To help you with case ${number} we need the day, the time and the route, and the car’s number plate if you have it.`,
  },
  rights: {
    confirm: (number, link) =>
      `We have your request ${number} about personal data. Please confirm here that it is you: ${link}`,
    templates: {
      ask: (number) =>
        `To answer your request ${number} we need more details: day and time of the ride, or the number of your case. If you have not done so, confirm that it is you with the link that we sent you.`,
      granted: {
        access: (number) =>
          `Request ${number}: this is the data that we hold about you, what we use it for, where it comes from, who receives it and how long we keep it:`,
        rectification: (number) =>
          `Request ${number}: we corrected your data as you asked and told everybody who had received it.`,
        erasure: (number) =>
          `Request ${number}: we deleted your data. It leaves our backups when they expire.`,
        objection: (number) => `Request ${number}: we no longer use your data for the purpose you named.`,
        portability: (number) =>
          `Request ${number}: we prepared your data as a file that other systems can read, and give it to you this way.`,
        blocking: (number) =>
          `Request ${number}: we suspended the use of your data while we decide. We neither delete nor use it.`,
      },
      partly: (number) =>
        `Request ${number}: we grant it in part. We did the following:\n\nWe cannot do the rest because:\n\nIf you disagree, you can complain to the Personal Data Protection Agency of Chile within 30 working days.`,
      refused: (number) =>
        `Request ${number}: we cannot grant it. The legal reason is:\n\nIf you disagree, you can complain to the Personal Data Protection Agency of Chile within 30 working days.`,
      unconfirmed: (number) =>
        `Request ${number}: we closed it because we could not check that the data is yours. You can ask again at any time.`,
    },
  },
};
