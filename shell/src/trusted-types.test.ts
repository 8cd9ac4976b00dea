interface Rules {
  createScriptURL(address: string): string | null;
}

it("allows only script URLs of releases and the identity provider", () => {
  const policies: Record<string, Rules> = {};
  Object.assign(globalThis, {
    trustedTypes: { createPolicy: (name: string, rules: Rules) => (policies[name] = rules) },
  });
  jest.requireActual("./trusted-types");
  expect(Object.keys(policies)).toEqual(["default"]);
  const { createScriptURL } = policies["default"]!;
  const [entry, shellScript] = ["/mf/mf-public/1/remoteEntry.js", `${location.origin}/mf/shell/1/main.js`];
  expect([entry, shellScript, "https://apis.google.com/js/api.js"].map(createScriptURL)).toEqual([
    entry,
    shellScript,
    "https://apis.google.com/js/api.js",
  ]);
  const others = [
    "https://evil.example/mf/x.js",
    "//evil.example/mf/x.js",
    "/api/users",
    "/mf/../api/users",
    "data:text/javascript,alert(1)",
    "https://apis.google.com.evil.example/",
    "blob:x",
  ];
  expect(others.map(createScriptURL)).toEqual(others.map(() => null));
});
