import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { parseAllDocuments } from "yaml";
import { SETTINGS } from "@conquest/server/src/config/settings";
import { root } from "./src/root";

const folder = path.join(root, "deploy/kubernetes");
const OVERLAY = path.join(folder, "cloudnative-pg");

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}
interface Container {
  image: string;
  env?: { name: string }[];
  readinessProbe?: { httpGet: { path: string } };
  ports?: { name: string; containerPort: number }[];
}
interface Workload extends Manifest {
  spec: {
    selector?: { matchLabels: Record<string, string> };
    template: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } };
  };
}

const read = (text: string): Manifest[] => parseAllDocuments(text).map((document) => document.toJS() as Manifest);

const filesIn = (name: string) => readdirSync(path.join(folder, name)).map((file) => path.join(name, file));
const files = [...filesIn("base"), ...filesIn("cloudnative-pg")];
const written = new Map(files.map((file) => [file, read(readFileSync(path.join(folder, file), "utf8"))]));

/** Kinds of an operator, which the API of Kubernetes does not describe. */
const isOfOperator = ({ apiVersion }: Manifest) => apiVersion.startsWith("postgresql.cnpg.io/");

/** Returns what the types of the Kubernetes API reject: unknown and missing fields, and wrong types. */
function violationsOf(manifests: readonly Manifest[]): string[] {
  const sources = new Map(
    manifests.map((manifest, index) => {
      const [group = "", version] = manifest.apiVersion.includes("/") ? manifest.apiVersion.split("/") : ["core", "v1"];
      const module = `kubernetes-types/${group.split(".")[0]}/${version}`;
      const text = `import type { ${manifest.kind} } from "${module}";
export const manifest: ${manifest.kind} = ${JSON.stringify(manifest)};`;
      return [path.join(root, "deploy", `manifest-${index}.ts`), text] as const;
    }),
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  host.getSourceFile = (name, version) => {
    const text = sources.get(name);
    return text === undefined ? getSourceFile(name, version) : ts.createSourceFile(name, text, version);
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...sources.keys()], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const objects = [...written].flatMap(([file, manifests]) => (file.endsWith("kustomization.yaml") ? [] : manifests));
const byKind = (kind: string) => objects.filter((object) => object.kind === kind) as Workload[];
const deployment = byKind("Deployment")[0]!;
const container = deployment.spec.template.spec.containers[0]!;

it("matches the schemas of the Kubernetes API", () => {
  expect(violationsOf(objects.filter((object) => !isOfOperator(object)))).toEqual([]);
});

it("reports unknown fields, missing fields and wrong types", () => {
  const changed = structuredClone(deployment) as unknown as { spec: { template: { spec: { containers: object[] } } } };
  const of = (fields: object) => {
    changed.spec.template.spec.containers = [{ ...container, ...fields }];
    return violationsOf([changed as unknown as Manifest]);
  };
  expect(of({ portz: [] })).toEqual([expect.stringContaining("portz")]);
  expect(of({ name: undefined })).toEqual([expect.stringContaining("'name'")]);
  expect(of({ image: 3 })).toEqual([expect.stringContaining("'number' is not assignable")]);
});

it("lists every file in the kustomization beside it", () => {
  for (const [file, [kustomization]] of written) {
    if (!file.endsWith("kustomization.yaml")) continue;
    const beside = files.filter((other) => path.dirname(other) === path.dirname(file) && other !== file);
    const { resources } = kustomization as unknown as { resources: string[] };
    expect(resources.filter((name) => name.endsWith(".yaml")).sort()).toEqual(
      beside.map((name) => path.basename(name)),
    );
    for (const name of resources) expect(existsSync(path.join(folder, path.dirname(file), name))).toBe(true);
  }
});

it("sets only settings of the server", () => {
  const [kustomization] = written.get("cloudnative-pg/kustomization.yaml")!;
  const { configMapGenerator } = kustomization as unknown as { configMapGenerator: { literals: string[] }[] };
  const names = configMapGenerator.flatMap(({ literals }) => literals.map((literal) => literal.split("=")[0]!));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !SETTINGS.includes(name))).toEqual([]);
});

it("selects the pods of the servers by their labels, and their port by its name", () => {
  const { labels } = deployment.spec.template.metadata;
  const service = byKind("Service")[0] as unknown as {
    spec: { selector: Record<string, string>; ports: { targetPort: string }[] };
  };
  const [budget] = byKind("PodDisruptionBudget");
  expect(deployment.spec.selector!.matchLabels).toEqual(labels);
  expect(service.spec.selector).toEqual(labels);
  expect(budget!.spec.selector!.matchLabels).toEqual(labels);
  expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(container.ports!.map(({ name }) => name));
  const [migration] = byKind("Job");
  expect(migration!.spec.template.metadata.labels).not.toEqual(labels);
  expect(migration!.spec.template.spec.containers[0]!.image).toBe(container.image);
});

/** The overlays need features of kustomize 3 and later. */
const hasKubectl = (() => {
  try {
    const { kustomizeVersion } = JSON.parse(
      execFileSync("kubectl", ["version", "--client", "--output=json"], { encoding: "utf8", stdio: "pipe" }),
    ) as { kustomizeVersion?: string };
    return kustomizeVersion !== undefined;
  } catch {
    return false;
  }
})();

(hasKubectl ? it : it.skip)("builds the example with kubectl, also to valid objects", () => {
  const built = read(execFileSync("kubectl", ["kustomize", OVERLAY], { encoding: "utf8" }));
  expect(built.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["Deployment", "Job", "ConfigMap", "Cluster"]));
  expect(violationsOf(built.filter((object) => !isOfOperator(object)))).toEqual([]);
  const workloads = built.filter(({ kind }) => kind === "Deployment" || kind === "Job") as Workload[];
  for (const { spec } of workloads)
    expect(spec.template.spec.containers[0]!.env).toEqual([expect.objectContaining({ name: "PGPASSWORD" })]);
});
