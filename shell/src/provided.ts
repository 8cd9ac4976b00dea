// What the shell brings for every part. A remote carries no copy of these: what is missing here cannot be used there.
import "react";
import "react/jsx-runtime";
import "react-dom";
import "react-router-dom";
import "@tanstack/react-query";
import "@conquest/shared/singletons/api-hooks";
import "@conquest/shared/singletons/call";
import "@conquest/shared/singletons/config";
import "@conquest/shared/singletons/early-answers";
import "@conquest/shared/singletons/http";
import "@conquest/shared/singletons/identity";
import "@conquest/shared/singletons/query-client";
import "@conquest/shared/singletons/return-path";
import "@conquest/shared/singletons/session-store";
import "@conquest/shared/singletons/single-copy";
import "@conquest/shared/singletons/theme-store";
import "@conquest/shared/singletons/toast";
