/** The smaller side of the smallest tablet, in CSS pixels. */
const tabletPixels = 600;

/** Whether the screen is that of a phone: a larger one may be a tablet that passengers sit behind, whatever its address. */
export const isPhoneScreen = (): boolean => Math.min(screen.width, screen.height) < tabletPixels;
