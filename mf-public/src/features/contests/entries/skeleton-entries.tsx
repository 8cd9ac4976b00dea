export const SkeletonEntries = () => (
  <div role="status" aria-busy="true" className="cq-with-scripts">
    <span className="cq-visually-hidden">Loading the published entries</span>
    <div aria-hidden="true" className="cq-panel pu:flex pu:flex-col pu:gap-4">
      <div className="cq-bone cq-bone-title" />
      <div className="cq-bone cq-bone-line cq-bone-long" />
      <div className="cq-bone cq-bone-line cq-bone-long" />
      <div className="cq-bone cq-bone-line" />
    </div>
  </div>
);
