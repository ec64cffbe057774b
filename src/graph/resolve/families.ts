import type { LanguageId } from "../../parse/types.ts";
import type { StoredReference } from "../../store/types.ts";
import { guessByName } from "./by-name.ts";
import { ecmascriptFamily } from "./ecmascript.ts";
import { genericFamily } from "./generic.ts";
import { goFamily } from "./go.ts";
import type { Modules } from "./modules.ts";
import { pythonFamily } from "./python.ts";
import type { LanguageFamily, Place, Project, Target } from "./types.ts";

/** The resolution rules by language. */
export class LanguageFamilies {
  readonly #byLanguage = new Map<LanguageId, LanguageFamily>();

  constructor(modules: Modules) {
    const ecmascript = ecmascriptFamily(modules);
    for (const language of ["javascript", "typescript", "tsx"]) this.#byLanguage.set(language, ecmascript);
    this.#byLanguage.set("python", pythonFamily(modules));
    this.#byLanguage.set("go", goFamily(modules));
  }

  of(language: LanguageId): LanguageFamily {
    let family = this.#byLanguage.get(language);
    if (family === undefined) {
      family = genericFamily(language);
      this.#byLanguage.set(language, family);
    }
    return family;
  }

  guess(project: Project, reference: StoredReference, place: Place): readonly Target[] {
    return guessByName(project, this.of(place.file.file.language), reference, place);
  }
}
