import type { SkipReason } from "./types.ts";

/** Why a path is left out. */
export interface Skip {
  readonly reason: SkipReason;
  /** For people: the rule, the size or the system's error. */
  readonly detail: string | null;
}

/*
 * What is left out unless a `!` line of a `.grepaiignore` (or of `ignore` in the config) brings it back. Only names that
 * hardly ever hold hand-written sources stand here alone; `dist`, `target`, `build` and `vendor` also need a sign beside
 * or inside them. Documented in docs/configuration.md.
 */

/** Data of version control and our own: never indexed, and nothing brings them back. */
export const innermostNames: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".bzr", ".jj", ".grepai"]);

const dependencyFolders = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".pnpm-store",
  ".yarn",
  ".venv",
  "site-packages",
  ".bundle",
  "Pods",
  ".terraform",
  "elm-stuff",
]);

const outputFolders = new Set([
  "__pycache__",
  "__pypackages__",
  ".pytest_cache",
  ".mypy_cache",
  ".ruff_cache",
  ".tox",
  ".nox",
  ".eggs",
  ".gradle",
  ".next",
  ".nuxt",
  ".output",
  ".svelte-kit",
  ".turbo",
  ".parcel-cache",
  ".angular",
  ".vite",
  ".nyc_output",
  ".serverless",
  ".aws-sam",
  ".dart_tool",
  ".cache",
  ".zig-cache",
  "zig-cache",
  "zig-out",
  ".stack-work",
  "dist-newstyle",
  "DerivedData",
  ".idea",
  ".vs",
]);

/** Folders that are build output when one of these files lies beside them. */
const outputBeside: ReadonlyMap<string, readonly string[]> = new Map([
  ["target", ["Cargo.toml", "pom.xml", "build.sbt"]],
  ["dist", ["package.json", "pyproject.toml", "setup.py"]],
  ["build", ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]],
]);

/** Files that say what the folder they lie in is. */
const tellTales: readonly { readonly inside: string; readonly folder: string | null; readonly detail: string }[] = [
  { inside: "CACHEDIR.TAG", folder: null, detail: "cache folder (CACHEDIR.TAG)" },
  { inside: "pyvenv.cfg", folder: null, detail: "Python environment (pyvenv.cfg)" },
  { inside: "modules.txt", folder: "vendor", detail: "vendored dependencies (modules.txt)" },
  { inside: "autoload.php", folder: "vendor", detail: "vendored dependencies (autoload.php)" },
];

const lockFiles = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "Cargo.lock",
  "poetry.lock",
  "Pipfile.lock",
  "uv.lock",
  "pdm.lock",
  "pixi.lock",
  "composer.lock",
  "Gemfile.lock",
  "go.sum",
  "go.work.sum",
  "mix.lock",
  "rebar.lock",
  "flake.lock",
  "Podfile.lock",
  "pubspec.lock",
  "packages.lock.json",
  "gradle.lockfile",
  "conan.lock",
  "Package.resolved",
  "Cartfile.resolved",
  ".terraform.lock.hcl",
  "MODULE.bazel.lock",
]);

const binaryExtensions = new Set(
  (
    "png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd ai eps svgz xcf " +
    "mp3 mp4 m4a m4v wav flac ogg oga ogv opus webm mov avi mkv wmv flv aac mid midi " +
    "zip gz tgz bz2 tbz xz txz zst lz4 lzma br 7z rar tar jar war ear whl egg gem nupkg vsix crx apk aab ipa deb rpm " +
    "dmg pkg msi iso img cab cpio " +
    "exe dll so dylib a lib o obj ko bin elf wasm class pyc pyo pyd beam elc rlib rmeta pdb " +
    "pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi djvu " +
    "ttf otf woff woff2 eot pfb " +
    "db db3 sqlite sqlite3 mdb accdb dbf parquet avro orc feather arrow h5 hdf5 npy npz pkl pickle joblib rdb " +
    "pt pth onnx safetensors gguf ggml tflite pb ckpt hnsw gob " +
    "swf fla blend fbx glb 3ds stl dwg unitypackage uasset pcap pcapng"
  ).split(" "),
);

/** Backups and lock files that editors leave for a moment. */
const editorLeftovers = [
  /^\..*\.sw[a-px]$/,
  /\.sw[op]$/,
  /^4913$/,
  /~$/,
  /^\.#/,
  /^#.*#$/,
  /___jb_(?:tmp|old)___$/,
  /^\.DS_Store$/,
  /^Thumbs\.db$/,
];

const secretNames = new Set([
  ".env",
  ".envrc",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".dockercfg",
  ".dockerconfigjson",
  ".git-credentials",
  ".vault-token",
  ".secrets",
  ".s3cfg",
  ".boto",
  "credentials",
  "credentials.json",
  "kubeconfig",
  "terraform.tfstate",
  "terraform.tfstate.backup",
  "htpasswd",
]);

const secretFolders = new Set([".ssh", ".gnupg", ".password-store"]);

const secretExtensions = new Set(
  "pem key p12 pfx p8 jks keystore bcfks ppk kdb kdbx gpg pgp tfvars tfstate mobileprovision".split(" "),
);

/** `.env.local` and `prod.env`, but not the samples that are made to be read. */
const environmentFile = /^(?:\.env(?:[._-].+)?|.+\.env)$/;
const sampleEnvironmentFile = /(?:^|[._-])(?:example|sample|template|tmpl|dist|defaults?|schema)(?:[._-]|$)/;
const privateKeyName = /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[-_]\w+)*(?:\.(?:pub|old|bak|key|txt|enc))?$/;
const credentialFile =
  /^(?:secrets?\.(?:ya?ml|json|toml|ini|properties|txt)|(?:gcp|google)?[-_.]?service[-_]?account.*\.json|client[-_]?secrets?.*\.json|.*[-_.]credentials\.(?:json|csv|ya?ml|ini))$/i;
const credentialPath = /(?:^|\/)(?:\.aws\/(?:credentials|config)|\.docker\/config\.json|\.kube\/config|\.azure\/.+)$/;

/** The last extension without its dot, or "" (a leading dot makes none). */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1);
}

function isSecretFile(path: string, name: string): boolean {
  if (secretNames.has(name) || secretExtensions.has(extensionOf(name).toLowerCase())) return true;
  if (environmentFile.test(name)) return !sampleEnvironmentFile.test(name);
  return privateKeyName.test(name) || credentialFile.test(name) || credentialPath.test(path);
}

/** Whether no rule at all brings this name back. */
export function isInnermost(name: string): boolean {
  return innermostNames.has(name);
}

/** What the defaults say of a file, by its name alone. */
export function defaultFileSkip(path: string, name: string): Skip | null {
  if (isSecretFile(path, name)) return { reason: "secret", detail: "may hold keys or passwords" };
  if (lockFiles.has(name)) return { reason: "default-ignored", detail: "lock file" };
  if (editorLeftovers.some((pattern) => pattern.test(name)))
    return { reason: "default-ignored", detail: "editor file" };
  const extension = extensionOf(name).toLowerCase();
  if (binaryExtensions.has(extension)) return { reason: "binary", detail: `.${extension} file` };
  if (/\.min\.(?:[cm]?js|css)$/.test(name)) return { reason: "minified", detail: "by its name" };
  if (/\.(?:[cm]?js|css)\.map$/.test(name)) return { reason: "default-ignored", detail: "source map" };
  return null;
}

/** What the defaults say of a folder, by its name alone. */
export function defaultFolderSkip(name: string): Skip | null {
  if (secretFolders.has(name)) return { reason: "secret", detail: "may hold keys or passwords" };
  if (dependencyFolders.has(name)) return { reason: "default-ignored", detail: "installed dependencies" };
  if (outputFolders.has(name) || name.endsWith(".egg-info")) {
    return { reason: "default-ignored", detail: "build output or cache" };
  }
  return null;
}

/** Names of the entries of one folder, as far as the rules ask. */
export interface Listing {
  has(name: string): boolean;
}

/** Whether a folder of this name is build output, to judge by what lies beside it. */
export function outputFolderSkip(name: string, beside: Listing): Skip | null {
  const sign = outputBeside.get(name)?.find((file) => beside.has(file));
  return sign === undefined ? null : { reason: "default-ignored", detail: `build output (beside ${sign})` };
}

/** What a folder's own entries say of it. */
export function tellTaleSkip(name: string, inside: Listing): Skip | null {
  const sign = tellTales.find((tale) => (tale.folder === null || tale.folder === name) && inside.has(tale.inside));
  return sign === undefined ? null : { reason: "default-ignored", detail: sign.detail };
}

const signs: ReadonlySet<string> = new Set([
  ".git",
  ...tellTales.map(({ inside }) => inside),
  ...[...outputBeside.values()].flat(),
]);

/** Whether an entry of this name, by being there or not, decides if its folder or one beside it is left out. */
export function isSign(name: string): boolean {
  return signs.has(name);
}
