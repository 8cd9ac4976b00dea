export default { dialect: "postgresql", schema: "./src/database/schema/*.ts", out: "./migrations" };
