/** Days before a deadline of the law that make a request urgent: in the list, on the first section and in the mails. */
export const urgentDays = 7;
