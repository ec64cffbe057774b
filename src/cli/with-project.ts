import type { ReplyFormat } from "../format/encode.ts";
import { errorReply } from "../format/error-reply.ts";
import { openProject } from "../project/open-project.ts";
import type { Project } from "../project/project.ts";
import type { CliContext } from "./context.ts";
import { writeReply } from "./output.ts";

/**
 * Opens the project of the command's folder, works with it and closes it. In a format for programs a failure is a
 * document on standard output too, so that they find its code there.
 */
export async function withProject(
  context: CliContext,
  format: ReplyFormat | null,
  work: (project: Project) => Promise<void>,
): Promise<void> {
  const project = openProject(context.cwd, { onWarning: (line) => context.warn(line), isLongLived: false });
  try {
    await work(project);
  } catch (thrown) {
    if (format !== null) await writeReply({ ...errorReply(thrown) }, format, context);
    throw thrown;
  } finally {
    project.close();
  }
}
