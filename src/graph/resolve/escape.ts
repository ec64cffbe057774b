/** Text as a pattern that matches exactly it, for regular expressions with the `u` flag. */
export function escaped(text: string): string {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&");
}
