import SwiftUI
import WayleaveApple

@main struct SamplesApp: App {
  @State private var samples = Result { try Samples() }

  var body: some Scene {
    WindowGroup {
      switch samples {
      case .success(let samples): SamplesList(samples: samples)
      case .failure(let error): Text(String(describing: error))
      }
    }
  }
}

/// The screens, each a sample of its own.
struct SamplesList: View {
  let samples: Samples

  var body: some View {
    NavigationStack {
      List {
        NavigationLink("Foursquare: the two halves") { FoursquareScreen(signIn: samples.foursquare) }
        NavigationLink("Twitter: a timeline") { TwitterScreen(timeline: samples.timeline) }
        NavigationLink("Flickr: photo sets") { FlickrScreen(photosets: samples.photosets) }
        NavigationLink("Accounts of this device") { TeamScreen(team: samples.team) }
        NavigationLink("Any server, step by step") { LogScreen(server: samples.server) }
        NavigationLink("A code, or a PIN") { CodeScreen(signIn: samples.codes) }
      }
      .navigationTitle("Wayleave")
    }
    // A callback that the browser or another app brings. The browser sheet of the other screens needs none of this.
    .onOpenURL { samples.foursquare.arrive($0) }
    // A universal link: a redirect URI of https whose host is among the Associated Domains.
    .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
      if let url = activity.webpageURL { samples.foursquare.arrive(url) }
    }
  }
}
