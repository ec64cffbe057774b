import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "./program.ts";

/** A small project whose calls are those of the documented examples. */
export const sampleFiles: Readonly<Record<string, string>> = {
  "cmd/main.go": `package main

func main() {
	initialize()
	startServer()
}

func initialize() {
	loadConfig()
	connectDB()
}

func loadConfig() {}

func connectDB() {}

func startServer() {
	registerRoutes()
}

func registerRoutes() {}
`,
  "auth/user.go": `package auth

// User is someone who may sign in.
type User struct {
	Name string
}

// Login checks the credentials of a user and opens a session.
func Login(name string, password string) bool {
	return verifyPassword(name, password)
}

func verifyPassword(name string, password string) bool {
	return len(password) > 8 && name != ""
}
`,
  "auth/handler.go": `package auth

// HandleAuth answers a sign-in request.
func HandleAuth(name string, password string) int {
	if Login(name, password) {
		return 200
	}
	return 401
}
`,
  "auth/user_test.go": `package auth

import "testing"

func TestLoginSuccess(t *testing.T) {
	if !Login("ada", "correct horse") {
		t.Fatal("refused")
	}
}
`,
  "services/order.go": `package services

type Order struct {
	Total int
}

// ProcessOrder takes an order from validation to the confirmation mail.
func ProcessOrder(order *Order) {
	validateOrder(order)
	calculateTotal(order)
	applyDiscount(order)
	sendConfirmation(order)
}

func validateOrder(order *Order) {}

func calculateTotal(order *Order) {}

func applyDiscount(order *Order) {}

func sendConfirmation(order *Order) {}
`,
  "web/retry.ts": `/** Repeats an action with growing pauses until it succeeds. */
export async function retryWithBackoff(action: () => Promise<void>, attempts: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      await action();
      return;
    } catch {
      await pause(2 ** attempt * 100);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
`,
  "web-utils/dates.ts": `/** Reads a date in the form of an HTTP header. */
export function parseHeaderDate(text: string): Date {
  return new Date(text);
}
`,
  "docs/guide.md": `# Guide

## Signing in

Users sign in with a name and a password.
`,
};

/** Line (from 1) of the first occurrence of `snippet` in a sample file. */
export function lineOf(file: string, snippet: string): number {
  const text = sampleFiles[file];
  const offset = text?.indexOf(snippet) ?? -1;
  if (text === undefined || offset === -1) throw new Error(`${file} does not hold ${snippet}`);
  return text.slice(0, offset).split("\n").length;
}

/** An empty temporary folder, its links resolved. */
export async function temporaryFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), "grepai-test-")));
}

export async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/** Indexes a folder with the built program. */
export async function indexFolder(root: string): Promise<void> {
  const { code, stderr, stdout } = await run(["index", root], { cwd: root });
  if (code !== 0) throw new Error(`grepai index ended with ${code}: ${stderr}${stdout}`);
}

/** A temporary folder with the given files, indexed. */
export async function indexedProject(files: Readonly<Record<string, string>> = sampleFiles): Promise<string> {
  const root = await temporaryFolder();
  // Marks the root, so that a repository around the temporary folder does not take it in.
  await mkdir(join(root, ".grepai"));
  await writeFiles(root, files);
  await indexFolder(root);
  return root;
}
